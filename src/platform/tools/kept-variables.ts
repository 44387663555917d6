/**
 * Variables of an environment that decide what a process loads, runs or reaches: whoever operates a machine sets them, and
 * neither a credential nor the configuration of an app does.
 */
const names = [
  ...[
    'PATH',
    'HOME',
    'SHELL',
    'USER',
    'IFS',
    'ENV',
    'PWD',
    'TMPDIR',
    'TMP',
    'TEMP',
    'SHELLOPTS',
    'PS4',
    'PROMPT_COMMAND',
  ],
  ...[
    'EDITOR',
    'VISUAL',
    'PAGER',
    'BROWSER',
    'GCONV_PATH',
    'LOCPATH',
    'NLSPATH',
    'GLIBC_TUNABLES',
    'HOSTALIASES',
    'ZDOTDIR',
  ],
  ...[
    'PHPRC',
    'CURL_HOME',
    'REQUESTS_CA_BUNDLE',
    'WGETRC',
    'DOCKER_HOST',
    'DOCKER_CONFIG',
    'SSH_AUTH_SOCK',
    'SSH_ASKPASS',
    '.*_PROXY',
  ],
];
/** Of runtimes, loaders and package managers: everything that begins so. */
const prefixes = [
  ...[
    'BASH_',
    'LD_',
    'DYLD_',
    'MALLOC_',
    'XDG_',
    'NODE_',
    'NPM_',
    'DENO_',
    'BUN_',
    'PYTHON',
    'PIP_',
    'UV_',
    'CONDA_',
    'RUBY',
  ],
  ...[
    'GEM_',
    'BUNDLE_',
    'PERL',
    'PHP_',
    'LUA_',
    'JAVA_',
    '_JAVA_',
    'JDK_',
    'MAVEN_',
    'GRADLE_',
    'DOTNET_',
    'COR_',
    'CORECLR_',
  ],
  ...['GIT_', 'SSL_', 'CURL_', 'OPENSSL_'],
];
const kept = new RegExp(`^(?:${[...names, ...prefixes.map((prefix) => `${prefix}.*`)].join('|')})$`, 'i');

/** Whatever its case: some systems do not tell them apart. */
export function isKeptVariable(name: string): boolean {
  return kept.test(name);
}
