/** The rules behind all findings: id, severity, weakness and sentence, for reports that list them (SARIF). */

import { type KnownVulnerability, knownVulnerabilities } from './formats/known-vulnerabilities.ts';

function rule(
  severity: KnownVulnerability['severity'],
  type: KnownVulnerability['type'],
  cwe: string | undefined,
  sentence: string,
): KnownVulnerability {
  return cwe === undefined ? { severity, type, sentence } : { severity, type, cwe, sentence };
}

const pickleRules: Readonly<Record<string, KnownVulnerability>> = {
  pickle_unsafe_global: rule(
    'high',
    'code_execution',
    'CWE-502',
    'A pickle imports a global outside of the allow-list.',
  ),
  pickle_unsafe_call: rule(
    'high',
    'code_execution',
    'CWE-502',
    'A pickle calls a listed global with dangerous arguments.',
  ),
  pickle_call_on_value: rule('high', 'code_execution', 'CWE-502', 'A pickle calls a value that is no listed global.'),
  pickle_attribute_write: rule('high', 'code_execution', 'CWE-915', 'A pickle sets attributes that it must not set.'),
  pickle_computed_name: rule('high', 'code_execution', 'CWE-470', 'A pickle imports a name that it computes.'),
  pickle_extension_code: rule(
    'high',
    'code_execution',
    'CWE-502',
    'A pickle imports by a code of the extension registry.',
  ),
  pickle_method_on_global: rule(
    'high',
    'code_execution',
    'CWE-915',
    'A pickle changes a global as if it were a container.',
  ),
  pickle_dangerous_name: rule(
    'high',
    'code_execution',
    'CWE-502',
    'A dangerous import stands behind the damage of a pickle.',
  ),
  pickle_hash_bomb: rule('high', 'resource', 'CWE-400', 'A pickle hashes a structure of exponential size.'),
  pickle_persistent_id: rule('low', 'unchecked', undefined, 'A pickle holds a persistent id that is no torch storage.'),
  pickle_misplaced_proto: rule('medium', 'ambiguous', 'CWE-436', 'A protocol opcode stands inside of a pickle.'),
  pickle_frame_too_long: rule('medium', 'ambiguous', 'CWE-130', 'A frame of a pickle is longer than the file.'),
  pickle_frame_crossed: rule('medium', 'ambiguous', 'CWE-436', 'An opcode of a pickle crosses the end of its frame.'),
  pickle_array_unknown: rule('medium', 'ambiguous', 'CWE-436', 'The size of an array inside of a pickle is unknown.'),
  pickle_broken: rule('medium', 'malformed', 'CWE-20', 'A pickle is broken.'),
  pickle_truncated: rule('medium', 'malformed', 'CWE-20', 'A pickle is cut.'),
  pickle_trailing_data: rule('low', 'ambiguous', undefined, 'Data stand behind a pickle.'),
  pickle_limit: rule('medium', 'limit', 'CWE-400', 'A limit ended the look at a pickle.'),
};

const archiveRules: Readonly<Record<string, KnownVulnerability>> = {
  zip_path_traversal: rule('high', 'file_access', 'CWE-22', 'Unpacking a zip member writes outside of its folder.'),
  zip_link: rule('high', 'file_access', 'CWE-59', 'A zip member is a symbolic link.'),
  zip_encrypted: rule('medium', 'unchecked', undefined, 'A zip member is encrypted.'),
  zip_method: rule('medium', 'unchecked', undefined, 'A zip member is compressed in an unsupported way.'),
  zip_headers_differ: rule('medium', 'ambiguous', 'CWE-436', 'Directory and header of a zip member differ.'),
  zip_checksum: rule('medium', 'malformed', 'CWE-354', 'The checksum of a zip member is wrong.'),
  zip_size: rule('medium', 'ambiguous', 'CWE-436', 'A zip member is not as long as it says.'),
  zip_data: rule('medium', 'malformed', 'CWE-20', 'The data of a zip member are broken.'),
  zip_duplicate: rule('medium', 'ambiguous', 'CWE-436', 'Two zip members have one name.'),
  zip_overlap: rule('medium', 'ambiguous', 'CWE-436', 'Zip members share bytes.'),
  zip_name: rule('medium', 'ambiguous', 'CWE-436', 'A zip member has an ambiguous name.'),
  zip_no_local_header: rule('medium', 'malformed', 'CWE-20', 'A zip member has no header.'),
  zip_truncated: rule('medium', 'malformed', 'CWE-20', 'A zip member ends behind the file.'),
  zip_prefix: rule('medium', 'ambiguous', 'CWE-436', 'Bytes stand before a zip archive.'),
  zip_trailing: rule('medium', 'ambiguous', 'CWE-436', 'Bytes stand behind a zip archive.'),
  zip_unclaimed_bytes: rule('medium', 'ambiguous', 'CWE-436', 'Bytes of a zip archive belong to no member.'),
  zip_directory: rule('medium', 'ambiguous', 'CWE-436', "A zip directory isn't what its end record says."),
  zip_end_contradicts: rule('medium', 'ambiguous', 'CWE-436', 'The two end records of a zip archive differ.'),
  zip_several_ends: rule('medium', 'ambiguous', 'CWE-436', 'A zip archive has several directories.'),
  zip_broken: rule('medium', 'malformed', 'CWE-20', 'A zip archive has no directory.'),
  zip_bomb: rule('medium', 'limit', 'CWE-409', 'A zip member unpacks to more than the limits allow.'),
  zip_limit: rule('medium', 'limit', 'CWE-400', 'A limit ended the look at a zip archive.'),
  tar_path_traversal: rule('high', 'file_access', 'CWE-22', 'Unpacking a tar member writes outside of its folder.'),
  tar_link: rule('high', 'file_access', 'CWE-59', 'A tar member is a link.'),
  tar_broken: rule('medium', 'malformed', 'CWE-20', 'A tar header is broken.'),
  tar_truncated: rule('medium', 'malformed', 'CWE-20', 'A tar member ends behind the file.'),
  tar_trailing: rule('medium', 'malformed', 'CWE-20', 'Data stand behind the end of a tar archive.'),
  tar_limit: rule('medium', 'limit', 'CWE-400', 'A limit ended the look at a tar archive.'),
  stream_broken: rule('medium', 'malformed', 'CWE-20', 'Compressed data are broken.'),
  stream_trailing: rule('medium', 'ambiguous', 'CWE-436', 'Bytes stand behind compressed data.'),
  stream_bomb: rule('medium', 'limit', 'CWE-409', 'Compressed data unpack to more than the limits allow.'),
  stream_limit: rule('medium', 'limit', 'CWE-400', 'Compressed data are too large to be looked at.'),
  zlib_broken: rule('medium', 'malformed', 'CWE-20', 'Data begin like a zlib stream, but are none.'),
  compression_unsupported: rule('medium', 'unchecked', undefined, 'A compression that cannot be unpacked here.'),
  npy_malformed: rule('medium', 'malformed', 'CWE-20', 'A npy file is broken.'),
};

const fileRules: Readonly<Record<string, KnownVulnerability>> = {
  extension_mismatch: rule('medium', 'mismatch', 'CWE-646', 'The name says another format than the content.'),
  polyglot: rule('medium', 'ambiguous', 'CWE-436', 'The same bytes are several formats.'),
  unknown_format: rule('low', 'unchecked', undefined, 'The format is not known.'),
  program_file: rule('medium', 'code_execution', 'CWE-829', 'A program lies beside the model.'),
  torchscript_code: rule('medium', 'unchecked', 'CWE-829', 'An archive holds TorchScript code.'),
  depth_limit: rule('medium', 'limit', 'CWE-674', 'Containers are nested too deeply.'),
  time_limit: rule('medium', 'limit', 'CWE-400', 'The time for a file was used up.'),
  too_many_files: rule('medium', 'limit', 'CWE-400', 'A folder holds too many files.'),
  file_too_large: rule('medium', 'limit', 'CWE-400', 'A file is larger than the limit.'),
  file_changed: rule('medium', 'unchecked', 'CWE-367', 'A file was written to while it was looked at.'),
  file_unreadable: rule('medium', 'unchecked', undefined, 'A file could not be opened.'),
  link_outside: rule('medium', 'unchecked', 'CWE-59', 'A link leads to no file below the allowed folders.'),
  special_file: rule('medium', 'unchecked', undefined, 'It is no regular file.'),
};

export const rules: Readonly<Record<string, KnownVulnerability>> = {
  ...pickleRules,
  ...archiveRules,
  ...fileRules,
  ...knownVulnerabilities,
};
