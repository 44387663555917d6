/** Examples of secrets identified by their surroundings: `type | found | found || ignored | ignored`. */
import { type Example, readExamples } from './made.fixture.ts';

const body = '<b64>\\n<b64>\\n<b40>==\\n';
const header = '<b64url:{"alg":"HS256","typ":"JWT"}>';
const payload = '<b64url:{"sub":"<d10>"}>';

/** In this table `\\n` is a line end, and `␉` a backslash before an n. */
const table = `
private_key | -----BEGIN RSA PRIVATE KEY-----\\n${body}-----END RSA PRIVATE KEY----- | -----BEGIN PRIVATE KEY-----\\n${body}-----END PRIVATE KEY----- | -----BEGIN OPENSSH PRIVATE KEY-----\\n${body}${body}-----END OPENSSH PRIVATE KEY----- | -----BEGIN EC PRIVATE KEY-----␉<b64>␉<b64>␉-----END EC PRIVATE KEY----- | -----BEGIN PGP PRIVATE KEY BLOCK-----\\nVersion: 1\\n\\n${body}-----END PGP PRIVATE KEY BLOCK----- | ---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\\nComment: "key"\\n${body}---- END SSH2 ENCRYPTED PRIVATE KEY ---- | -----BEGIN ENCRYPTED PRIVATE KEY-----\\n<b64>\\n<b64>\\n<b20> || -----BEGIN PUBLIC KEY-----\\n${body}-----END PUBLIC KEY----- | -----BEGIN CERTIFICATE-----\\n${body}-----END CERTIFICATE----- | The file starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----. | -----BEGIN RSA PRIVATE KEY-----\\n...\\n-----END RSA PRIVATE KEY----- | -----BEGIN RSA PRIVATE KEY-----\\nMIIExxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\\n-----END RSA PRIVATE KEY-----
google_service_account_key | {"type": "service_account", "private_key_id": "x", "private_key": "-----BEGIN PRIVATE KEY-----␉<b64>␉<b64>␉-----END PRIVATE KEY-----␉"} | {"type":"service_account","private_key":"-----BEGIN PRIVATE KEY-----␉<b64><b64>␉-----END PRIVATE KEY-----␉"} || {"type": "service_account", "private_key": "-----BEGIN PUBLIC KEY-----␉<b64>␉-----END PUBLIC KEY-----"} | {"type": "service_account", "private_key": "..."}
putty_private_key | PuTTY-User-Key-File-3: ssh-ed25519\\nEncryption: none\\nPrivate-Lines: 1\\n<b48>\\n | PuTTY-User-Key-File-2: ssh-rsa\\nPrivate-Lines: 2\\n<b64>\\n<b64>\\nPrivate-MAC: x || Private-Lines: 1\\n | Public-Lines: 1\\n<b64>
jwt | ${header}.${payload}.<w43> | Authorization: Bearer ${header}.${payload}.<w43> | token=<b64:${header}.${payload}.<w43>> || ${header}.${payload} | <b64url:hello there world>.<w20>.<w43> | eyJhbout.thing.something
url_credentials | postgres://app:<a10>@db.test:5432/main | redis://:<a12>@cache.test | https://deploy:<w16>@git.test/x.git | mongodb+srv://root:<a9>@c0.test/db?w=1 | amqp://svc:<h8>%21@mq.test || postgres://user:password@localhost/db | see http://example.org:8080/a@b | https://$USER:$PASS@host.test | mysql://{user}:{password}@host/db | ftp://<user>:<pass>@host | https://abc:xyz@example.com
connection_string_password | Server=db;Database=x;User Id=sa;Password=<a12>; | "Data Source=x;Initial Catalog=y;User ID=sa;Pwd=<a9>;" | host=db port=5432 user=app password=<a12> dbname=x || login(user=user, password=password, host=host) | Server=db;User Id=sa;Password=***; | def f(host, user=None, password=None, port=1):
basic_authorization | Authorization: Basic <b64:svc:<a12>> | curl -H 'authorization: basic <b64:bob:<a9>>' || Authorization: Basic <b64:just words here> | Authorization: Basic <b64:user:password>
bearer_token | Authorization: Bearer <a40> | "Authorization": "token <h40>" | headers['Authorization'] = 'Bearer <w32>' | Authorization: SSWS 00<w40> || Authorization: Bearer <token> | Authorization: Bearer $TOKEN | Authorization: Bearer your-access-token-here | The Authorization: Bearer scheme
netrc_password | machine api.test login bob password <a12> | machine api.test\\n  login bob\\n  password <a12> || machine learning login password | machine api.test login bob password $PASS
registry_auth | {"auths":{"r.test":{"auth":"<b64:bob:<a12>>"}}} | //r.test/:_auth=<b64:bob:<a12>> || {"auth":"bm90aGluZyBoZXJl"} | {"auth": "required-for-all-users"}
command_login | curl -u admin:<a10> https://x.test | curl --user 'bob:<a10>' x.test | mysql -u root -p<a10> db | sshpass -p '<a10>' ssh x | docker login -u me -p <a10> r.test | curl https://x.test \\\\\\n  -u bob:<a10> || curl -u user:password x.test | curl -u $USER:$PASS x.test | mysql -u root -p db | docker login -p $TOKEN | curl -u admin x.test
kubernetes_secret | apiVersion: v1\\nkind: Secret\\nmetadata:\\n  name: x\\ntype: Opaque\\ndata:\\n  access: <b64:<a12>>\\n | kind: "Secret"\\nstringData:\\n  pin: <a9>\\n | {"kind": "Secret", "data": {"access": "<b64:<a14>>"}} | data:\\n  access: <b64:<a12>>\\nkind: Secret\\n || kind: ConfigMap\\ndata:\\n  access: <b64:<a12>>\\n | kind: Secret\\ndata:\\n  access: {{ .Values.access }}\\n | kind: SecretStore\\ndata:\\n  access: <b64:<a12>>\\n | kind: Secret\\nmetadata:\\n  name: <z12>\\n---\\ndata:\\n  access: <b64:<a12>>\\n
password_assignment | password = "<a10>" | DB_PASSWORD=<a12>! | my password is <a9>7, thanks | contraseña: <a8>1A | 密码是<a8>1A | パスワードは<a8>9x です | CREATE USER 'bob' IDENTIFIED BY '<a10>' | define('DB_PASSWORD', '<a10>'); | setPassword("<a10>") | <password><a10>1</password> | --password <a10>9 | if (password == "<a10>") { || password = "changeme" | password: string | password = $DB_PASSWORD | password = os.environ["DB_PASSWORD"] | The password: it must have at least eight characters. | "password": "Passwort" | password = getPassword(user42) | const password = config.db.password; | ["users.*.password", "users.*.profile.apiKey"] | wrong_password = "error_42" | password_hash = "<h40>" | autocomplete="current-password" | PSK_8: 8-PSK
key_assignment | api_key = "<a32>" | "client_secret": "<h40>" | the API key is <h32> | secret_key_base: <h64> | process.env.JWT_SECRET || '<a24>' | SECRET_KEY = 'app-insecure-!<a20>)<a20>' || secret = "my-very-long-service-account-name" | api_key = "<your-api-key-goes-here>" | const secret = process.env.CLIENT_SECRET_VALUE_2 | const accessToken = createAccessToken(user42, options) | max_tokens=4096 next_token: 12345678901234567 | token = <u> | api_key_id = "<a24>" | monkey = "QWERTYUIOPASDFGHJKL" | csrf_token = "<a32>" | publicKey: "<b40>" | secretName: prod-db-2 | commit <h40> | tokenizer: 'cl100k_base_v2' | apiKey: 'YOUR_API_KEY_1234567890'
`;

/** One entry for each type; a bar pair inside a cell is literal. */
export const structureExamples: readonly Example[] = readExamples(
  table.replaceAll("JWT_SECRET || '", "JWT_SECRET ?? '").replaceAll('\\n', '⏎'),
).map(({ type, found, ignored }) => ({ type, found: found.map(unfold), ignored: ignored.map(unfold) }));

function unfold(cell: string): string {
  return cell.replaceAll('⏎', '\n').replaceAll('␉', '\\n');
}
