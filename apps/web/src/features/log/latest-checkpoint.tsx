import { Check } from '@lucide/icons'
import { formatDateTime, toMachineDate } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { FileInstead } from './file-link.tsx'
import styles from './log-page.module.css'
import type { LogState } from './read-log.ts'
import { listWitnesses, type WitnessLine } from './witnesses.ts'

const LINES = [
  { name: '来源', text: '第 1 行，固定不变' },
  { name: '条目数', text: '第 2 行，只增不减' },
  { name: '根摘要', text: '第 3 行，SHA-256，base64' },
  { name: '签名', text: '“—”起首各行：本中心与见证人' },
]
/** Number of lines in a checkpoint's text, before its signatures. */
const TEXT_LINES = 3

/** The newest checkpoint as it is served, with an explanation of its lines and the witnesses that have signed it. */
export function LatestCheckpoint({ log }: { log: LogState }) {
  const note = log.kind === 'read' ? log.note : undefined
  return (
    <div className={styles.latest}>
      <h3>最新检查点</h3>
      <section className={styles.checkpoint} aria-label="检查点原文">
        {note === undefined ? (
          <FileInstead log={log} path="/log/checkpoint" />
        ) : (
          <pre>{note.split('\n').map(toLine)}</pre>
        )}
      </section>
      <dl className={styles.lines}>
        {LINES.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h3>见证人</h3>
      <p>见证人各自留存检查点，只在日志相续时副签；其公钥由见证人自行公布。</p>
      <Witnesses lines={note === undefined ? undefined : listWitnesses(note)} />
      <p>
        <TextLink to="/contact-us">申请成为见证人</TextLink>
      </p>
    </div>
  )
}

/** A line of the checkpoint; lines of its text are highlighted. */
function toLine(line: string, at: number) {
  const text = `${line}\n`
  return at < TEXT_LINES ? <b key={at}>{text}</b> : text
}

function Witnesses({ lines }: { lines: readonly WitnessLine[] | undefined }) {
  if (!lines) return null
  if (lines.length === 0) return <p>尚无见证人副签。</p>
  return (
    <ul className={styles.witnesses}>
      {lines.map(({ name, signedAtMs }) => (
        <li key={name}>
          <Icon of={Check} />
          <span>
            <b>{name}</b>
            <time dateTime={toMachineDate(signedAtMs)}>{formatDateTime(signedAtMs)}</time>
          </span>
        </li>
      ))}
    </ul>
  )
}
