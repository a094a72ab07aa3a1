import { LOG_FAULTS, type LogFaultKind } from '@portal/contract/log/log.ts'

const RECOVER =
  'run `npm run admin -- log-recover` (in a container `node apps/upstream/src/operator.ts admin log-recover`)'

const ADVICE: Readonly<Record<LogFaultKind, (detail: string) => string>> = {
  origin: (host) => `the log belongs to ${host}; set PUBLIC_ORIGIN back to that host and restart`,
  key: () => 'its key is missing or another one; put LOG_KEY or DATA_DIR/log.key back and restart',
  noMark: () =>
    `its mark (log.mark) is missing, or holds something else; put it back and restart; after a restore into a new bucket or folder ${RECOVER}, which names the next step`,
  mark: (size) =>
    `the database does not lead to the checkpoint of ${size} entries that was signed last, e.g. it was restored from a backup; ` +
    RECOVER,
  entry: (index) =>
    `entry ${index} is missing, not sealed by this installation, or not that of its record; restore the database`,
  root: (size) => `the hashes of the first ${size} entries do not lead to the signed root; restore the database`,
}

/** A fault after which nothing is appended or signed until an operator has repaired the log. */
export class LogFault extends Error {
  override name = 'LogFault'
  readonly kind: LogFaultKind
  /** Origin, size or index, depending on the kind. */
  readonly detail: string

  constructor(kind: LogFaultKind, detail: string | number = '') {
    super(`the public log is stopped: ${ADVICE[kind](String(detail))}.`)
    this.kind = kind
    this.detail = String(detail)
  }
}

/** Makes the text in `log_state.stopped`. */
export const formatFault = ({ kind, detail }: LogFault): string => `${kind} ${detail}`.trim()

export function readStopped(text: string): { kind: LogFaultKind; detail: string } {
  const [name = '', ...rest] = text.split(' ')
  return { kind: LOG_FAULTS.find((kind) => kind === name) ?? 'root', detail: rest.join(' ') }
}
