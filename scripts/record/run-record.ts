import path from 'node:path'
import { createUpstreamAddress } from '../../apps/bff/src/upstream/upstream-address.ts'
import { readSettings, SettingsError } from '../../tests/contract/settings.ts'
import { findVariants } from '../../tests/contract/variants.ts'
import { createPoliteReader, UpstreamAwayError } from './polite-reader.ts'
import { LoginRefusedError, recordAnswers } from './record-answers.ts'
import { assertWritable, RecordingError, writeRecording } from './recording.ts'
import { scrubAnswers } from './scrub.ts'

/** Exit codes: recorded; upstream does not answer or refuses the login; a wrong setting or folder. */
export const RECORD_EXIT = { done: 0, failed: 1, usage: 2 } as const

const USAGE =
  'Usage: CONTRACT_URL=https://… [CONTRACT_PREFIX=/api] [CONTRACT_ACCOUNT=… CONTRACT_PASSWORD_FILE=…] npm run record -- FOLDER'
/** Pause between requests: four requests a second. */
const PAUSE_MS = 250

interface Options {
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** Base of relative folders. */
  folder: string
  print: (line: string) => void
  pauseMs?: number
  now?: () => number
}

/** Records the upstream of the environment into a folder. @returns the exit code of the command */
export async function runRecord({
  args,
  env,
  folder,
  print: printRaw,
  pauseMs = PAUSE_MS,
  now = Date.now,
}: Options): Promise<number> {
  // Lines contain texts of the upstream.
  const print = (line: string) => printRaw(line.replace(/\p{Cc}/gu, ' '))
  try {
    const [name, ...rest] = args
    const { url, prefix, paths, account } = readSettings(env)
    if (!name || name.startsWith('-') || rest.length > 0 || url === null) throw new SettingsError(USAGE)
    const target = path.resolve(folder, name)
    assertWritable(target)
    const variants = [...paths, ...(await findVariants({ origin: url, prefix, paths }))]
    const reader = createPoliteReader(createUpstreamAddress({ origin: url, prefix, paths: variants }), pauseMs)
    const { answers, secrets } = await recordAnswers({ reader, account, print })
    const replaced = new Map([
      ...secrets.map((secret) => [secret, 'removed'] as const),
      [new URL(url).host, 'upstream.example.test'],
    ])
    writeRecording(target, scrubAnswers(answers, replaced), {
      on: new Date(now()).toISOString().slice(0, 10),
    })
    print(
      `${answers.length} answers in ${target}. Read them before you commit them: names within texts cannot be distinguished from words.`,
    )
    return RECORD_EXIT.done
  } catch (error) {
    if (error instanceof SettingsError || error instanceof RecordingError) {
      print(error.message)
      return RECORD_EXIT.usage
    }
    if (!(error instanceof UpstreamAwayError) && !(error instanceof LoginRefusedError)) throw error
    print(error.message)
    return RECORD_EXIT.failed
  }
}
