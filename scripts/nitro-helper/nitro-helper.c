/*
 * nitro-helper attest --user-data HEX
 *
 * Asks the Nitro security module of this enclave for an attestation document that carries the user data (at most 512
 * bytes), and prints {"report":"<base64>"}. The attestor runs it once for each report. No dependency but libc:
 *
 *     cc -O2 -Wall -Wextra -static -o nitro-helper nitro-helper.c
 *
 * The module speaks CBOR over one ioctl of /dev/nsm (aws-nitro-enclaves-nsm-api): request
 * {"Attestation": {"user_data": bytes, "nonce": null, "public_key": null}}, answer {"Attestation": {"document": bytes}}.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_USER_DATA 512
#define MAX_ANSWER 0x3000

struct nsm_message {
  struct iovec request;
  struct iovec response;
};
#define NSM_IOCTL _IOWR(0x0A, 0, struct nsm_message)

static int fail(const char *what) {
  fprintf(stderr, "nitro-helper: %s\n", what);
  return 1;
}

static size_t put(uint8_t *to, size_t at, const void *bytes, size_t size) {
  memcpy(to + at, bytes, size);
  return at + size;
}

/* A CBOR text of less than 24 bytes. */
static size_t put_text(uint8_t *to, size_t at, const char *text) {
  to[at] = (uint8_t)(0x60 + strlen(text));
  return put(to, at + 1, text, strlen(text));
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

static int parse_hex(const char *text, uint8_t *to, size_t *size) {
  size_t length = strlen(text);
  if (length == 0 || length % 2 != 0 || length / 2 > MAX_USER_DATA) return -1;
  for (size_t i = 0; i < length / 2; i++) {
    int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return -1;
    to[i] = (uint8_t)(high << 4 | low);
  }
  *size = length / 2;
  return 0;
}

static size_t make_request(uint8_t *to, const uint8_t *user_data, size_t size) {
  size_t at = 0;
  to[at++] = 0xa1;
  at = put_text(to, at, "Attestation");
  to[at++] = 0xa3;
  at = put_text(to, at, "user_data");
  to[at++] = 0x59;
  to[at++] = (uint8_t)(size >> 8);
  to[at++] = (uint8_t)size;
  at = put(to, at, user_data, size);
  at = put_text(to, at, "nonce");
  to[at++] = 0xf6;
  at = put_text(to, at, "public_key");
  to[at++] = 0xf6;
  return at;
}

/* The document inside {"Attestation": {"document": bytes}}, in exactly that form. */
static const uint8_t *find_document(const uint8_t *answer, size_t size, size_t *document_size) {
  static const char head[] = "\xa1\x6b" "Attestation" "\xa1\x68" "document" "\x59";
  size_t start = sizeof head - 1;
  if (size < start + 2 || memcmp(answer, head, start) != 0) return NULL;
  *document_size = (size_t)answer[start] << 8 | answer[start + 1];
  return start + 2 + *document_size <= size ? answer + start + 2 : NULL;
}

static void print_base64(const uint8_t *bytes, size_t size) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < size; i += 3) {
    uint32_t group = (uint32_t)bytes[i] << 16;
    if (i + 1 < size) group |= (uint32_t)bytes[i + 1] << 8;
    if (i + 2 < size) group |= bytes[i + 2];
    putchar(letters[group >> 18]);
    putchar(letters[group >> 12 & 63]);
    putchar(i + 1 < size ? letters[group >> 6 & 63] : '=');
    putchar(i + 2 < size ? letters[group & 63] : '=');
  }
}

int main(int argc, char **argv) {
  uint8_t user_data[MAX_USER_DATA], request[MAX_USER_DATA + 64], answer[MAX_ANSWER];
  size_t size = 0, document_size = 0;
  if (argc != 4 || strcmp(argv[1], "attest") != 0 || strcmp(argv[2], "--user-data") != 0) {
    return fail("usage: nitro-helper attest --user-data HEX");
  }
  if (parse_hex(argv[3], user_data, &size) != 0) return fail("the user data is no hexadecimal text of 1 to 512 bytes");
  int device = open("/dev/nsm", O_RDWR);
  if (device < 0) return fail("/dev/nsm cannot be opened: this is no Nitro enclave");
  struct nsm_message message = {
      .request = {request, make_request(request, user_data, size)},
      .response = {answer, sizeof answer},
  };
  int asked = ioctl(device, NSM_IOCTL, &message);
  close(device);
  if (asked != 0) return fail("the security module refused");
  const uint8_t *document = find_document(answer, message.response.iov_len, &document_size);
  if (document == NULL) return fail("the security module gave no document");
  printf("{\"report\":\"");
  print_base64(document, document_size);
  printf("\"}\n");
  return 0;
}
