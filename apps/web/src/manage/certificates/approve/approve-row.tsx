import { TriangleAlert, Users } from '@lucide/icons'
import type { SignedStep } from '@portal/contract/certificates/desk/desk-rules.ts'
import { formatColumnTitle } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { memo, useRef } from 'react'
import { Link } from 'react-router-dom'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { keepCodes } from '#manage/controls/values/keep-codes.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { describeChange, SEEN_WORDS, STEP_NAMES } from '../desk-words.ts'
import { describeRecords } from '../raw-records/record-words.ts'
import { ChangedValue } from '../review/changed-value.tsx'
import styles from './approve-dialog.module.css'
import { ApprovePictures, ApproveValues } from './approve-values.tsx'
import type { ComparedValue } from './sibling-values.ts'
import { Tick } from './tick.tsx'
import { type ApprovalResult, findObstacle, isReadWhole, type Marks } from './use-approval.ts'
import type { ReviewRow } from './use-review-pages.ts'
import { useSeen } from './use-seen.ts'

interface ApproveRowProps {
  step: SignedStep
  row: ReviewRow
  values: readonly ComparedValue[]
  marks: Marks
  result: ApprovalResult | undefined
  /** The call has answered, so the boxes are fixed. */
  isDone: boolean
  /** Number of other read certificates with the same warnings that wait for the consent. */
  alikeCount: number
  onMark: (certificateNo: string, marks: Partial<Marks>) => void
  onAgreeToAlike: (row: ReviewRow) => void
  onRead: (certificateNo: string) => void
}

/** A certificate with the facts that its signatory reads; its box is disabled when it cannot be approved here. */
export const ApproveRow = memo(function ApproveRow({
  step,
  row,
  values,
  marks,
  result,
  isDone,
  alikeCount,
  onMark,
  onAgreeToAlike,
  onRead,
}: ApproveRowProps) {
  const root = useRef<HTMLLIElement>(null)
  useSeen(root, () => onRead(row.certificateNo))
  const { certificateNo, conclusion, kind, version, submittedBy, submitTime, reason, changes, warnings } = row
  const { replaces = null } = row
  const obstacle = findObstacle(row)
  const records = describeRecords(row.rawRecords)
  const isUnread = !isReadWhole(row, marks)
  return (
    <li
      ref={root}
      className={styles.row}
      tabIndex={-1}
      data-number={certificateNo}
      data-off={obstacle !== null || undefined}
    >
      <span className={styles.edge} data-edge="start" />
      <div className={styles.pick}>
        <CheckBox
          id={`approve-${certificateNo}`}
          checked={obstacle === null && marks.isChosen && !isUnread}
          disabled={obstacle !== null || isDone || isUnread}
          onChange={({ target }) => onMark(certificateNo, { isChosen: target.checked })}
        />
        <div>
          <label htmlFor={`approve-${certificateNo}`}>
            {conclusion ?? '（未填结论）'} <span className={styles.figures}>{certificateNo}</span>
          </label>
          <p className={styles.by}>
            制作 {submittedBy ?? '–'}，{submitTime.slice(5, 16)} 提交
            {row.reviewedBy && `；审核 ${row.reviewedBy}`}
            {(kind !== 'first' || replaces !== null) && `；${describeChange({ kind, version, replaces })}`}
          </p>
          {reason && <p className={styles.by}>原因：{reason}</p>}
          <Link className={styles.link} to={`/certificates/${certificateNo}`} target="_blank">
            打开单份
          </Link>
          {!marks.isRead && !isDone && <span className={styles.unread}>未阅</span>}
          <ApprovePictures pictures={row.pictures} />
          {records && <p className={styles.by}>原始记录 {records}</p>}
        </div>
      </div>
      <div className={styles.facts}>
        {result && <Outcome result={result} step={step} />}
        {row.refusal !== null && (
          <p className={styles.refusal}>
            <Icon of={Users} sizePx={16} /> {row.refusal}
          </p>
        )}
        <ApproveValues values={values} />
        {changes.length > 0 && <Changes changes={changes} />}
        {warnings.map(({ text, answer }) => (
          <Warning key={text} text={text} answer={answer} by={submittedBy} />
        ))}
        {warnings.length === 0 && kind !== 'withdrawal' && row.refusal === null && (
          <p className={styles.fine}>无警示</p>
        )}
        {obstacle === null && warnings.length > 0 && (
          <Tick isTicked={marks.isSeen} isDisabled={isDone} onTick={(isSeen) => onMark(certificateNo, { isSeen })}>
            {SEEN_WORDS[step]}
          </Tick>
        )}
        {alikeCount > 0 && !isDone && (
          <Button variant="quiet" onClick={() => onAgreeToAlike(row)}>
            警示与答复相同、已阅的另 {alikeCount} 份一并同意
          </Button>
        )}
        {obstacle === null && kind === 'withdrawal' && (
          <Tick
            isTicked={marks.isNoticed}
            isDisabled={isDone}
            onTick={(isNoticed) => onMark(certificateNo, { isNoticed })}
          >
            在公开的撤销名单中列出编号与日期
          </Tick>
        )}
      </div>
      <span className={styles.edge} data-edge="end" />
    </li>
  )
})

function Outcome({ result: { outcome, reason }, step }: { result: ApprovalResult; step: SignedStep }) {
  if (outcome === 'reviewed') return <StatusMark shape="live">已通过审核</StatusMark>
  if (outcome === 'published') return <StatusMark shape="live">已批准</StatusMark>
  if (outcome === 'untried') return <StatusMark shape="wait">未处理：前一份有变动，已停下</StatusMark>
  return (
    <StatusMark shape="stop">
      未{STEP_NAMES[step]}：{reason}
    </StatusMark>
  )
}

function Changes({ changes }: { changes: ReviewRow['changes'] }) {
  return (
    <div className={styles.changes}>
      <p>与已发布的一版相比，改 {changes.length} 项：</p>
      <dl>
        {changes.map((change) => (
          <div key={change.member}>
            <dt>{formatColumnTitle(change.member)}</dt>
            <dd>
              <ChangedValue change={change} side="before" /> → <ChangedValue change={change} side="after" />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Warning({ text, answer, by }: { text: string; answer: string | null; by: string | null }) {
  return (
    <div className={styles.warning}>
      <p className={styles.warned}>
        <Icon of={TriangleAlert} sizePx={16} /> {keepCodes(text)}
      </p>
      {answer === null ? (
        <p className={styles.open}>尚未答复，请打开单份处理。</p>
      ) : (
        <p className={styles.answer}>
          答复：{answer} {by && <span className={styles.by}>{by}</span>}
        </p>
      )}
    </div>
  )
}
