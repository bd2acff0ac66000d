import { folded, isFoldedSpelling, isSpelling } from './path-spelling.ts'

/**
 * Files that other programs run or obey without being asked, anywhere in a workspace: an entry ending with `/` is a folder with everything in it, `*` stands
 * for any characters of one name. In lower case; every spelling that some disk treats as equal counts (`isSpelling`).
 */
export const selfRunningFiles: readonly string[] = [
  // Agents and their tools: settings, hooks, servers, instructions
  listed(`
    .claude/ .cursor/ .gemini/ .codex/ .windsurf/ .clinerules/ .roo/ .kiro/ .amazonq/ .opencode/ .continue/ .mcp.json mcp.json
    opencode.json opencode.jsonc .aider.conf.yml .cursorrules .windsurfrules .clinerules .roomodes .goosehints agents.md agents.override.md
    claude.md claude.local.md gemini.md skill.md .github/copilot-instructions.md .github/instructions/ .github/chatmodes/ .github/prompts/
    .github/agents/ .junie/ .trae/ .augment/ .qwen/ qwen.md .crush.json crush.json crush.md warp.md .rules
  `),
  // Editors
  listed(`
    .vscode/ .idea/ .vs/ .fleet/ .zed/ .devcontainer/ devcontainer.json .devcontainer.json *.code-workspace .vimrc .gvimrc .nvimrc .exrc
    .nvim.lua .emacs .dir-locals.el .editorconfig
  `),
  // Git and its hooks
  listed(`
    .gitmodules .gitignore .gitattributes .gitconfig .githooks/ .husky/ .lefthook/ .lefthook-local/ .pre-commit-config.yaml .pre-commit-config.yml
    lefthook*.yml lefthook*.yaml lefthook*.toml lefthook*.json .lefthook*.yml .lefthook*.yaml .overcommit.yml .huskyrc* .lintstagedrc*
    lint-staged.config.*
  `),
  // Continuous integration
  listed(`
    .github/workflows/ .github/actions/ .gitea/workflows/ .forgejo/workflows/ .gitlab-ci.yml .gitlab/ .circleci/ .buildkite/ .woodpecker/
    .woodpecker.yml .drone.yml .travis.yml jenkinsfile azure-pipelines*.yml bitbucket-pipelines.yml appveyor.yml .appveyor.yml
    cloudbuild.yaml action.yml action.yaml
  `),
  // Shells and the session of a user
  listed(`
    .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc
    .login .xprofile .xinitrc .inputrc config.fish profile.ps1 *_profile.ps1 .envrc .direnvrc mise.toml .mise.toml .tool-versions
    .tmux.conf .ssh/ authorized_keys crontab .config/autostart/ .config/systemd/ library/launchagents/
  `),
  // Packages, builds and tests
  listed(`
    package.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs pnpm-workspace.yaml .yarn/ .bunfig.toml bunfig.toml makefile gnumakefile *.mk
    justfile .justfile taskfile.yml taskfile.yaml rakefile gemfile .cargo/ build.rs setup.py conftest.py sitecustomize.py usercustomize.py
    *.pth tox.ini noxfile.py pip.conf .pypirc .mvn/ gradlew gradlew.bat init.gradle build.gradle
    build.gradle.kts settings.gradle settings.gradle.kts flake.nix shell.nix directory.build.props directory.build.targets
    eslint.config.* .eslintrc* prettier.config.* .prettierrc* stylelint.config.* .stylelintrc* babel.config.* .babelrc* postcss.config.*
    tailwind.config.* vite.config.* vitest.config.* jest.config.* playwright.config.* webpack.config.* rollup.config.*
    nuget.config .gdbinit .lldbinit .pdbrc .irbrc .pryrc .rprofile .rspec .pythonrc .pythonstartup .perltidyrc
  `),
].flat()

/** Data, not programs that read it. */
const dataEndings = listed('yml yaml json toml ini conf properties xml txt csv enc db')

/** Files that probably contain secrets, in the syntax of `selfRunningFiles`. */
export const secretFiles: readonly string[] = [
  ['secret', 'secrets', 'credentials', 'password', 'passwords'].flatMap((name) => dataEndings.map((ending) => `${name}.${ending}`)),
  listed(`
    .env .env.* .env-* .env_* .envs/ *.env .envrc .flaskenv .dev.vars .netrc _netrc .pgpass .my.cnf .npmrc .yarnrc.yml .pypirc .git-credentials .htpasswd
    .dockercfg .vault-token .vault_pass* .boto .s3cfg .terraformrc id_rsa* id_dsa* id_ecdsa* id_ed25519* *.pem *.key *.p12 *.pfx *.ppk
    *.jks *.keystore *.kdbx *.asc *.gpg *.age *.ovpn *.tfstate *.tfstate.backup *.tfvars *.mobileprovision *.p8 *.pkcs12 *.kdb .ssh/ .aws/ .azure/ .gnupg/
    .kube/ .docker/config.json kubeconfig* .config/gcloud/ .config/gh/ .secrets/ secrets/ .password-store/ auth_token *_token *.token token
    tokens.json token.json secret *.secret *.secrets credentials .credentials* client_secret* service-account*.json service_account*.json
    serviceaccount*.json passwd shadow key.properties keystore.properties google-services.json auth.json master.key wp-config.php
    firebase-adminsdk*.json oauth_creds.json application_default_credentials.json .m2/settings.xml rclone.conf local.settings.json
    credentials.tfrc.json
    .bash_history .zsh_history .python_history .psql_history .mysql_history .lesshst
  `),
].flat()

/** Names of example files, which contain no secrets themselves. */
const samples = ['*.example', '*.sample', '*.template', '*.dist', '*.pub'] as const

/** Whether other programs run or obey a file without being asked: hooks, workflows, settings of editors, rules for agents. */
export function runsByItself(path: string): boolean {
  return isAmong(path, selfRunningFiles)
}

/** What editors and people add to a file name for another version of it. */
const aroundCopies = /^\.?#|(?:[~#]|\.(?:bak|backup|old|orig|save|sw[op]|tmp|copy|\d{1,3}))$/giu

/** Whether a file, or the one it is a copy of, probably contains keys, passwords or tokens, judging by its path. */
export function looksSecret(path: string): boolean {
  const at = path.lastIndexOf('/') + 1
  const name = path.slice(at)
  const original = name.replaceAll(aroundCopies, '')
  const names = new Set([name, original, original.replace(/^\./u, '')])
  return [...names].some((each) => isAmong(path.slice(0, at) + each, secretFiles)) && !samples.some((sample) => isSpelling(name, sample))
}

function isAmong(path: string, list: readonly string[]): boolean {
  const parts = path.split('/').map(folded)
  return list.some((entry) => {
    const isFolder = entry.endsWith('/')
    const wanted = (isFolder ? entry.slice(0, -1) : entry).split('/')
    const at = isFolder ? parts.keys() : [parts.length - wanted.length]
    for (const start of at) {
      const isLong = start >= 0 && start + wanted.length + (isFolder ? 1 : 0) <= parts.length
      if (isLong && wanted.every((name, offset) => isFoldedSpelling(parts[start + offset] ?? '', name))) return true
    }
    return false
  })
}

/** Why a command needs approval in every mode. */
export type Guard = 'secret' | 'ignored' | 'runs by itself'

/** What the operator should know before approving a guarded command, as a sentence. */
export const guardNotes: Readonly<Record<Guard, string>> = {
  secret: 'It probably contains secrets, and its contents would be sent to the LLM.',
  ignored: 'Git ignores this file, so it may be private, and its contents would be sent to the LLM.',
  'runs by itself': 'Other programs run or obey this file automatically.',
}

function listed(names: string): string[] {
  return names.trim().split(/\s+/u)
}
