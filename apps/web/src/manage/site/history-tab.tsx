import { Undo2 } from '@lucide/icons'
import type { DataFor } from '@portal/contract/calls.ts'
import { describeSiteValue } from '@portal/contract/site/site-words.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'
import { classNames } from '#lib/class-names.ts'
import { LoadingRows } from '#manage/controls/layout/loading-rows.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import timeline from '#manage/controls/values/timeline.module.css'
import { Button } from '#ui/forms/button.tsx'
import styles from './history-tab.module.css'
import { useSiteForm } from './site-form.ts'
import { isMember, MEMBERS } from './site-members.ts'

type History = DataFor<'GET /v1/manage/site/versions'>
type Version = History['records'][number]

const getLabel = (member: string) => (isMember(member) ? MEMBERS[member].label : member)

/** 修改历史: all versions, and the changes of one of them. */
export function HistoryTab({ history, onRestore }: { history: History | null; onRestore: (to: number) => void }) {
  const { mayEdit } = useSiteForm()
  const api = useApi()
  const [older, setOlder] = useState<History | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  if (!history) return <LoadingRows />
  const records = [...history.records, ...(older?.records ?? [])]
  const { hasMore } = older ?? history
  if (records.length === 0) return <p className={styles.empty}>还没有修改过，现在是安装时的内容。</p>
  const shown = records.find(({ version }) => version === chosen) ?? records[0]
  const loadMore = () =>
    api
      .call('GET /v1/manage/site/versions', { query: { after: records.at(-1)?.version ?? 1 } })
      .then((page) => setOlder({ records: [...(older?.records ?? []), ...page.records], hasMore: page.hasMore }))
      .catch(showOffline)
  return (
    <Columns>
      <Column span={5}>
        <ol className={classNames(timeline.root, styles.list)}>
          {records.map((one) => (
            <li className={timeline.entry} key={one.version} data-now={one === shown || undefined}>
              <button type="button" aria-pressed={one === shown} onClick={() => setChosen(one.version)}>
                版本 {one.version}
              </button>
              <span>{one.savedBy ?? '运维命令'}</span>
              <time>{one.time.slice(0, 16)}</time>
              <p>{describeVersion(one)}</p>
            </li>
          ))}
        </ol>
        {hasMore && (
          <Button variant="quiet" onClick={() => void loadMore()}>
            加载更多
          </Button>
        )}
      </Column>
      {shown && (
        <Panel
          title={`版本 ${shown.version - 1} 与 ${shown.version} 之间`}
          span={7}
          isFlush
          actions={
            mayEdit && (
              <Button variant="outline" icon={Undo2} onClick={() => onRestore(shown.version - 1)}>
                退回版本 {shown.version - 1}
              </Button>
            )
          }
        >
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">项目</th>
                <th scope="col">版本 {shown.version - 1}</th>
                <th scope="col">版本 {shown.version}</th>
              </tr>
            </thead>
            <tbody>
              {shown.changes.map(({ member, before, after }) => (
                <tr key={member}>
                  <th scope="row">{getLabel(member)}</th>
                  <td>
                    <span className={styles.side}>版本 {shown.version - 1}</span>
                    <Changed
                      text={describeSiteValue(member, before)}
                      beside={describeSiteValue(member, after)}
                      as="del"
                    />
                  </td>
                  <td>
                    <span className={styles.side}>版本 {shown.version}</span>
                    <Changed
                      text={describeSiteValue(member, after)}
                      beside={describeSiteValue(member, before)}
                      as="ins"
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </Columns>
  )
}

function describeVersion({ changes, restoredTo }: Version): string {
  const labels = changes.map(({ member }) => getLabel(member)).join('、')
  return restoredTo === null ? labels : `退回版本 ${restoredTo}：${labels}`
}

/** The part of a text that differs from the other one, between the common start and end. */
function Changed({ text, beside, as: Mark }: { text: string; beside: string; as: 'ins' | 'del' }) {
  if (text === '') return <span className={styles.none}>空</span>
  let start = 0
  while (start < text.length && text[start] === beside[start]) start += 1
  let end = 0
  const most = Math.min(text.length, beside.length) - start
  while (end < most && text.at(-1 - end) === beside.at(-1 - end)) end += 1
  const changed = text.slice(start, text.length - end)
  return (
    <>
      {text.slice(0, start)}
      {changed && <Mark>{changed}</Mark>}
      {text.slice(text.length - end)}
    </>
  )
}
