import type { Place } from './programs.ts'

/** Settings of the programs for a home folder of its own: who the model is, what may be done without a question, and nothing that phones home. */

type Files = Readonly<Record<string, string>>
const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`

export function anthropicEnv({ address }: Place): Files {
  return {
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    // Otherwise it looks for tools first, and only then offers them to the model.
    ENABLE_TOOL_SEARCH: 'false',
  }
}

export function claudeFiles(): Files {
  const settings = { enableAllProjectMcpServers: true, permissions: { allow: ['mcp__patchbay', 'mcp__switchboard'] } }
  return { '.claude/settings.json': json(settings) }
}

export function codexFiles({ address, folders }: Place): Files {
  const lines = [
    'model = "scripted"',
    'model_provider = "scripted"',
    'approval_policy = "never"',
    'check_for_update_on_startup = false',
    '[analytics]',
    'enabled = false',
    '[model_providers.scripted]',
    'name = "Scripted"',
    `base_url = ${JSON.stringify(`${address}/v1`)}`,
    'wire_api = "responses"',
    'experimental_bearer_token = "scripted"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
    ...folders.flatMap((folder) => [`[projects.${JSON.stringify(folder)}]`, 'trust_level = "trusted"']),
  ]
  return { '.codex/config.toml': `${lines.join('\n')}\n` }
}

export function geminiEnv({ address }: Place): Files {
  return { GEMINI_API_KEY: 'scripted', GOOGLE_GEMINI_BASE_URL: address, GEMINI_TELEMETRY_ENABLED: 'false' }
}

export function geminiFiles(): Files {
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
    model: { name: 'gemini-2.5-flash' },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  }
  return { '.gemini/settings.json': json(settings) }
}

export function opencodeEnv(): Files {
  return { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' }
}

export function opencodeFiles({ address }: Place): Files {
  const config = {
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL: `${address}/v1`, apiKey: 'scripted' },
        models: { script: { name: 'Script', tool_call: true } },
      },
    },
    model: 'scripted/script',
    small_model: 'scripted/script',
    permission: 'allow',
    autoupdate: false,
    share: 'disabled',
  }
  return { '.config/opencode/opencode.json': json(config) }
}
