import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkLog } from './check-log.ts'
import { keepCopy } from './kept-copy.ts'
import { type LogOptions, openLog } from './log-files.ts'
import { readState, writeState } from './log-state.ts'
import { Misfit, Misuse, Unreachable } from './verdicts.ts'
import { readWitness } from './witnesses.ts'

const USAGE = `npm run log:check -- URL [--state FILE] [--full] [--keep FOLDER] [--key KEY] [--witness WITNESS …]
  URL          address of the log, e.g. https://lab.example/log
  --state      keeps what was seen in FILE, and checks that the log continues it
  --full       rebuilds all tiles from the entries
  --keep       the same, and keeps a copy of all entries in FOLDER, which later entries are compared with
  --key        verifier key of the log, else that of FILE, else the one that the log names
  --witness    verifier key of a witness that must have cosigned the checkpoint, or "KEY ADDRESS" of one that is asked
               for the checkpoint it cosigned last; may be repeated
Exit code: 0 all is right, 1 something does not fit, 2 wrong arguments, 3 the log could not be read`

const EXIT = { right: 0, misfit: 1, misuse: 2, unreachable: 3 } as const

const PROGRESS_STEPS = 10

export interface CommandOptions extends Pick<LogOptions, 'get' | 'sleep'> {
  args: readonly string[]
  /** Base of relative paths. */
  folder: string
  print: (line: string) => void
  showProgress?: (line: string) => void
}

/**
 * Runs `npm run log:check`.
 * @returns the exit code
 */
export async function runLogCheck(options: CommandOptions): Promise<number> {
  const { print } = options
  try {
    await check(options)
    return EXIT.right
  } catch (error) {
    if (error instanceof Misfit) {
      print(`DOES NOT FIT: ${error.message}`)
      for (const text of error.evidence) print(`\n${text.trimEnd()}`)
      return EXIT.misfit
    }
    if (error instanceof Unreachable) {
      print(`NOT CHECKED: ${error.message}`)
      return EXIT.unreachable
    }
    if (!(error instanceof Misuse)) throw error
    print(error.message)
    return EXIT.misuse
  }
}

async function check({ args, folder, print, showProgress, ...network }: CommandOptions): Promise<void> {
  const { address, values } = readArguments(args)
  const stateFile = values.state === undefined ? undefined : path.resolve(folder, values.state)
  const state = stateFile === undefined ? undefined : readState(stateFile)
  let shown = 0
  const next = await checkLog({
    state,
    print,
    key: values.key,
    isFull: values.full === true || values.keep !== undefined,
    copy: values.keep === undefined ? undefined : keepCopy(path.resolve(folder, values.keep)),
    files: openLog({ address, ...network }),
    onProgress(entries, size) {
      const step = Math.floor((entries / size) * PROGRESS_STEPS)
      if (step > shown) showProgress?.(`${(step * 100) / PROGRESS_STEPS}%`)
      shown = step
    },
    witnesses: await Promise.all((values.witness ?? []).map(readWitness)),
    ...network,
  })
  if (stateFile !== undefined) writeState(stateFile, next)
}

function readArguments(args: readonly string[]) {
  const options = {
    state: { type: 'string' },
    full: { type: 'boolean' },
    keep: { type: 'string' },
    key: { type: 'string' },
    witness: { type: 'string', multiple: true },
  } as const
  let parsed: ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: typeof options }>>
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\n${USAGE}`)
  }
  const [address, ...more] = parsed.positionals
  if (address === undefined || more.length > 0) throw new Misuse(USAGE)
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new Misuse(`${address} is not the address of a log, e.g. https://lab.example/log`)
  }
  return { address: url.href, values: parsed.values }
}
