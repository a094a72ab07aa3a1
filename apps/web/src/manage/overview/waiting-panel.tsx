import type { Waiting } from '@portal/contract/site/figures.ts'
import { classNames } from '#lib/class-names.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import table from '#manage/controls/lists/table.module.css'
import { DueRuler } from '#manage/controls/values/ruler.tsx'
import { computeDue, countText, WAITING_WORDS } from '#manage/staff/waiting-words.ts'
import { TextLink } from '#ui/text-link.tsx'
import styles from './overview.module.css'

interface WaitingPanelProps {
  waiting: readonly Waiting[]
  nowMs: number
}

/** Pending tasks of the caller, the earliest due first. */
export function WaitingPanel({ waiting, nowMs }: WaitingPanelProps) {
  const rows = waiting.flatMap(({ kind, count, oldest }) => (oldest ? { kind, count, oldest } : []))
  return (
    <Panel title="待办" note="按最早到期排列" span={8} isFlush>
      {rows.length === 0 ? (
        <p className={styles.done}>没有等您处理的事。</p>
      ) : (
        <table className={classNames(table.root, styles.waiting)} aria-label="待办">
          <thead>
            <tr>
              <th scope="col">事项</th>
              <th scope="col" data-kind="number">
                件数
              </th>
              <th scope="col" data-wide>
                最先到期的一件
              </th>
              <th scope="col">时限</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, count, oldest }) => {
              const { name, path, search, isNumber } = WAITING_WORDS[kind]
              const due = computeDue(oldest, nowMs)
              return (
                <tr key={kind}>
                  <td>
                    <TextLink to={path + search}>{name}</TextLink>
                  </td>
                  <td data-kind="number">{countText(count)}</td>
                  <td data-wide title={oldest.title}>
                    {isNumber ? <TextLink to={`${path}/${oldest.title}`}>{oldest.title}</TextLink> : oldest.title}
                  </td>
                  <td>
                    <DueRuler share={due.share}>{due.text}</DueRuler>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
