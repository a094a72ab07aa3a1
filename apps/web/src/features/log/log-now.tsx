import { ShieldAlert, ShieldCheck } from '@lucide/icons'
import type { ReactNode } from 'react'
import type { Followed, Following } from '#domain/log/follow-log.ts'
import { formatClockWithSeconds, formatDate, formatLongDate, formatNumber } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { FileLink } from './file-link.tsx'
import styles from './log-page.module.css'
import type { LogState } from './read-log.ts'
import { listWitnesses } from './witnesses.ts'

interface LogNowProps {
  log: LogState
  onRetry: () => void
}

/** State of the log, as this browser has just read it. */
export function LogNow({ log, onRetry }: LogNowProps) {
  const { size, checkpoint, witnesses, device } = toCells(log)
  return (
    <section className={styles.nowSection} aria-label="日志现状">
      <dl className={styles.now}>
        <Cell name="记录" {...size} />
        <Cell name="最新检查点" {...checkpoint} />
        <Cell name="见证" {...witnesses} />
        <Cell name="这台设备" {...device} />
      </dl>
      <p className={styles.nowNote} role="status" data-failed={isFailed(log) || undefined}>
        {getNote(log, onRetry)}
      </p>
    </section>
  )
}

interface CellTexts {
  value: ReactNode
  text: string
  tone?: 'right' | 'wrong'
}

function Cell({ name, value, text, tone }: CellTexts & { name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-tone={tone}>{value}</dd>
      <dd>{text}</dd>
    </div>
  )
}

interface Cells {
  size: CellTexts
  checkpoint: CellTexts
  witnesses: CellTexts
  device: CellTexts
}

const UNKNOWN: Cells = {
  size: { value: '—', text: '只增不减' },
  checkpoint: { value: '—', text: '由浏览器取得' },
  witnesses: { value: '—', text: '见证人的副签' },
  device: { value: '—', text: '由浏览器核对' },
}

function toCells(log: LogState): Cells {
  if (log.kind !== 'read') return UNKNOWN
  const { following, note, readAtMs } = log
  const readAt = { value: formatClockWithSeconds(readAtMs), text: `${formatDate(readAtMs)} 取得` }
  if (!following) return { ...UNKNOWN, checkpoint: { ...readAt, text: `${readAt.text}，尚未核对` } }
  if (following.kind !== 'followed') {
    const value = <Mark icon={ShieldAlert} text="不符" />
    return { ...UNKNOWN, checkpoint: readAt, device: { value, text: FAULTS[following.kind], tone: 'wrong' } }
  }
  const { size } = following.checkpoint
  const count = listWitnesses(note).length
  return {
    size: { value: formatNumber(size), text: size > 0 ? `条，序号 0 至 ${formatNumber(size - 1)}` : '尚无记录' },
    checkpoint: { ...readAt, text: `${readAt.text}，${following.isSigned ? '签名相符' : '签名未能核对'}` },
    witnesses: count > 0 ? { value: count, text: '家见证人已副签' } : { value: '0', text: '尚无见证人副签' },
    device: toDeviceCell(following),
  }
}

function toDeviceCell({ since, checks, isStored, isSigned }: Followed): CellTexts {
  if (!isSigned) return { value: '—', text: '浏览器未能核对签名' }
  const value = <Mark icon={ShieldCheck} text="相符" />
  const first = isStored ? '已记下检查点，下次核对其延续' : '浏览器不允许存储，未记下检查点'
  return { value, text: since ? `自 ${since.day} 起 ${checks} 次核对` : first, tone: 'right' }
}

function Mark({ icon, text }: { icon: typeof ShieldCheck; text: string }) {
  return (
    <>
      <Icon of={icon} sizePx={26} />
      {text}
    </>
  )
}

type Fault = Exclude<Following['kind'], 'followed'>

const FAULTS: Readonly<Record<Fault, string>> = {
  foreign: '签名不是本中心的',
  broken: '日志文件与检查点不符',
  discontinued: '与早先所见不相延续',
  behind: '比早先所见的条目少',
}

const isFailed = (log: LogState) => log.kind === 'read' && log.following && log.following.kind !== 'followed'

function getNote(log: LogState, onRetry: () => void): ReactNode {
  if (log.kind === 'absent') return '本站没有公开日志，以下只是说明。'
  if (log.kind === 'unreachable') {
    return (
      <>
        暂时取不到公开日志，尚未核对。
        <Button variant="outline" onClick={onRetry}>
          重试
        </Button>
      </>
    )
  }
  if (log.kind === 'read' && log.following && log.following.kind !== 'followed') {
    return (
      <>
        {getFaultText(log.following)}
        <TextLink to="/contact-us">联系本中心</TextLink>
      </>
    )
  }
  if (log.kind === 'read' && !log.following) {
    return '这里的连接不是 HTTPS，浏览器不提供核对所需的功能，以下检查点尚未核对。'
  }
  return (
    <>
      数字由浏览器取自 <FileLink path="/log/checkpoint" /> 与 <FileLink path="/log/key" />
      ，并与这台设备上次所见核对。
    </>
  )
}

function getFaultText(following: Exclude<Following, { kind: 'followed' }>): string {
  switch (following.kind) {
    case 'foreign':
      return '核对未通过：检查点的签名不是本中心的。您可能不在本中心的网站上。'
    case 'broken':
      return '核对未通过：日志的文件与检查点对不上。请勿据此交易，并告知本中心：'
    default:
      return `核对未通过：日志与这台设备 ${formatLongDate(following.seen.day).slice(5)}所见不相延续，早先的记录可能被改过。请勿据此交易，并告知本中心：`
  }
}
