/**
 * Environment variables that decide what a process loads, runs or reaches. Only the operator of a machine may set
 * them, never a credential or the configuration of an app.
 */
const names = `
  PATH HOME SHELL USER IFS ENV PWD TMPDIR TMP TEMP SHELLOPTS PS4 PROMPT_COMMAND COMSPEC PSMODULEPATH
  EDITOR VISUAL PAGER BROWSER LESSOPEN GCONV_PATH LOCPATH NLSPATH GLIBC_TUNABLES HOSTALIASES ZDOTDIR
  PHPRC CLASSPATH GODEBUG GOFLAGS TCLLIBPATH R_HOME R_PROFILE R_ENVIRON R_LIBS
  CURL_HOME REQUESTS_CA_BUNDLE WGETRC DOCKER_HOST DOCKER_CONFIG SSH_AUTH_SOCK SSH_ASKPASS .*_PROXY`;
/** Prefixes of variables of runtimes, loaders and package managers. */
const prefixes = `
  BASH_ LD_ DYLD_ MALLOC_ XDG_ NODE_ NPM_ TSX_ TS_NODE_ COREPACK_ DENO_ BUN_ PYTHON PIP_ UV_ CONDA_ RUBY
  GEM_ BUNDLE_ PERL PHP_ LUA_ JAVA_ _JAVA_ JDK_ MAVEN_ GRADLE_ DOTNET_ COR_ CORECLR_ CARGO_ RUSTC_ ERL_ JULIA_
  GIT_ SSL_ CURL_ OPENSSL_ KRB5_`;
const wordsOf = (text: string): string[] => text.trim().split(/\s+/);
const forms = [...wordsOf(names), ...wordsOf(prefixes).map((prefix) => `${prefix}.*`)];
const kept = new RegExp(`^(?:${forms.join('|')})$`, 'i');

/** Ignores case, because some systems do. */
export function isKeptVariable(name: string): boolean {
  return kept.test(name);
}
