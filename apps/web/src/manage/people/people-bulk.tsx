import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { DangerButton } from '#manage/controls/dialogs/danger-dialog.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import {
  isPenaltyIncomplete,
  NO_PENALTY,
  PenaltyFields,
  toPenaltyBody,
} from '#manage/controls/forms/penalty-fields.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { BulkBar } from '#manage/controls/lists/bulk-bar.tsx'
import type { Selection } from '#manage/controls/lists/use-selection.ts'
import { Ruler } from '#manage/controls/values/ruler.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './people.module.css'
import type { PersonRow } from './people-words.ts'
import { type BulkRun, useBulkRun } from './use-bulk-run.ts'

/** Disables or enables the selected members. Duties, and accounts with duties, are never changed in bulk. */
export function PeopleBulk({ selection, rows }: { selection: Selection; rows: readonly PersonRow[] }) {
  const { revalidate } = useRevalidator()
  const [verb, setVerb] = useState<Verb | null>(null)
  const close = () => {
    setVerb(null)
    selection.clear()
    void revalidate()
  }
  const chosen = rows.filter(({ id }) => selection.ids.has(id))
  return (
    <>
      <BulkBar selection={selection}>
        <DangerButton onClick={() => setVerb('停用')}>停用</DangerButton>
        <Button variant="quiet" onClick={() => setVerb('启用')}>
          启用
        </Button>
      </BulkBar>
      {verb && <BulkDialog verb={verb} chosen={chosen} onClose={close} />}
    </>
  )
}

type Verb = '停用' | '启用'

/** Finds the reason why an account is skipped; `null`: it is changed. */
function findObstacle({ duties, state }: PersonRow, verb: Verb): string | null {
  if (duties.length > 0) return '有职责，请在其资料页单独办理'
  if (state === 'closing') return '正在注销'
  if (verb === '停用') return state === 'disabled' ? '已经停用' : null
  return state === 'normal' ? '没有停用' : null
}

interface BulkDialogProps {
  verb: Verb
  chosen: readonly PersonRow[]
  onClose: () => void
}

function BulkDialog({ verb, chosen, onClose }: BulkDialogProps) {
  const api = useApi()
  const [penalty, setPenalty] = useState(NO_PENALTY)
  const [people] = useState(() => chosen.filter((row) => findObstacle(row, verb) === null))
  const [leftOut] = useState(() => chosen.flatMap((row) => listSkipped(row, verb)))
  const run = useBulkRun(people, ({ id, version }) => {
    const params = { id }
    if (verb === '启用') return api.call('POST /v1/manage/users/{id}/enable', { params, body: { version } })
    const body = { ...toPenaltyBody(penalty), version }
    return api.call('POST /v1/manage/users/{id}/disable', { params, body })
  })
  const hasBegun = run.isRunning || run.left.length < people.length
  const isIncomplete = people.length === 0 || (verb === '停用' && isPenaltyIncomplete(penalty))
  return (
    <ManageDialog
      title={`${verb} ${people.length} 位会员`}
      onClose={run.isRunning ? run.stop : onClose}
      actions={<BulkButtons verb={verb} run={run} hasBegun={hasBegun} isIncomplete={isIncomplete} onClose={onClose} />}
    >
      <div className={styles.form}>
        {run.fault && (
          <Note tone="error" isLive>
            {`${run.fault}，余下 ${run.left.length} 位没有办理。`}
          </Note>
        )}
        {!hasBegun && verb === '停用' && (
          <>
            <p>停用后 1 秒内退出全部设备，不能登录、发言、收消息。已发布的内容保留。每人单独办理、单独记录。</p>
            <PenaltyFields value={penalty} onChange={setPenalty} />
          </>
        )}
        {!hasBegun && verb === '启用' && <p>启用后可以重新登录。停用记录保留。每人单独办理、单独记录。</p>}
        {hasBegun && <Progress verb={verb} run={run} total={people.length} />}
        <Skipped people={[...leftOut, ...run.skipped]} />
      </div>
    </ManageDialog>
  )
}

function listSkipped(row: PersonRow, verb: Verb): BulkRun['skipped'] {
  const reason = findObstacle(row, verb)
  return reason === null ? [] : [{ id: row.id, nickname: row.nickname, reason }]
}

interface BulkButtonsProps {
  verb: Verb
  run: BulkRun
  hasBegun: boolean
  isIncomplete: boolean
  onClose: () => void
}

function BulkButtons({ verb, run, hasBegun, isIncomplete, onClose }: BulkButtonsProps) {
  if (run.isRunning) {
    return (
      <Button variant="outline" onClick={run.stop}>
        停下
      </Button>
    )
  }
  if (hasBegun && run.left.length === 0) return <Button onClick={onClose}>完成</Button>
  return (
    <>
      <Button variant="outline" onClick={onClose}>
        {hasBegun ? '到此为止' : `不${verb}`}
      </Button>
      <Button disabled={isIncomplete} onClick={() => void run.start()}>
        {hasBegun ? `继续${verb}余下 ${run.left.length} 位` : verb}
      </Button>
    </>
  )
}

function Progress({ verb, run, total }: { verb: Verb; run: BulkRun; total: number }) {
  const handled = total - run.left.length
  return (
    <>
      <p role="status">
        已{verb} {run.done} 位，共 {total} 位
      </p>
      <Ruler isProgress share={handled / total} label={`${verb}进度`} />
    </>
  )
}

function Skipped({ people }: { people: BulkRun['skipped'] }) {
  if (people.length === 0) return null
  return (
    <Note tone="warning" title={`跳过 ${people.length} 位`}>
      <ul className={styles.skipped}>
        {people.map(({ id, nickname, reason }) => (
          <li key={id}>
            {nickname}：{reason}
          </li>
        ))}
      </ul>
    </Note>
  )
}
