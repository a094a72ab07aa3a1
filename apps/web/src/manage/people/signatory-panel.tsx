import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { formatDate } from '#lib/format.ts'
import { DangerButton, DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { StatusMark, type StatusShape } from '#manage/controls/values/status-mark.tsx'
import { Button } from '#ui/forms/button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { DeputyDialog } from './deputy-dialog.tsx'
import styles from './people.module.css'
import type { Person, SignatoryRecord } from './people-words.ts'
import { formatCategories, SignatoryDialog } from './signatory-dialog.tsx'

/** State of a record today, in the laboratory's time. */
export function describeSignatoryState(record: SignatoryRecord): readonly [StatusShape, string] {
  const today = formatDate(Date.now())
  if (record.withdrawnTime) return ['stop', '已撤回']
  if (record.validTo < today) return ['off', '已到期']
  return record.validFrom > today ? ['time', '未生效'] : ['live', '有效']
}

/** Professional title, or the absent signatory of a deputy. */
export const describeTitle = ({ title, deputyFor }: SignatoryRecord): string =>
  deputyFor === null ? title : `代理 ${deputyFor.name}`

/** 授权签字人: the records that authorise a person to sign certificates. */
export function SignatoryPanel({ person, isOwner }: { person: Person; isOwner: boolean }) {
  const api = useApi()
  const runAction = useAction()
  /** `new`, or the record that is being changed. */
  const [edited, setEdited] = useState<SignatoryRecord | 'new' | null>(null)
  const [delegated, setDelegated] = useState<SignatoryRecord | null>(null)
  const [withdrawn, setWithdrawn] = useState<SignatoryRecord | null>(null)
  const mayApprove = person.duties.some(({ duty }) => duty === 'approve' || duty === 'owner')
  if (!mayApprove && person.signatories.length === 0) return null
  const { id: personId, nickname } = person
  return (
    <Panel
      title="授权签字人"
      note="没有有效记录不能批准证书，负责人也一样"
      actions={
        isOwner &&
        mayApprove && (
          <Button variant="quiet" onClick={() => setEdited('new')}>
            登记
          </Button>
        )
      }
    >
      {person.signatories.length === 0 && <p className={styles.faint}>还没有记录</p>}
      {person.signatories.map((record) => {
        const [shape, words] = describeSignatoryState(record)
        return (
          <div className={styles.row} key={record.id}>
            <span className={styles.line}>
              <b>{describeTitle(record)}</b>
              <StatusMark shape={shape}>{words}</StatusMark>
              {isOwner && !record.withdrawnTime && (
                <span className={styles.end}>
                  {record.deputyFor === null && record.validTo >= formatDate(Date.now()) && (
                    <Button variant="quiet" onClick={() => setDelegated(record)}>
                      委托代理
                    </Button>
                  )}
                  {record.deputyFor === null && (
                    <Button variant="quiet" onClick={() => setEdited(record)}>
                      改动
                    </Button>
                  )}
                  <DangerButton onClick={() => setWithdrawn(record)}>撤回</DangerButton>
                </span>
              )}
            </span>
            <span>{formatCategories(record.categories)}</span>
            <span className={styles.faint}>
              {record.validFrom} 至 {record.validTo}
            </span>
          </div>
        )
      })}
      {person.deputies?.map((deputy) => (
        <Deputy key={deputy.id} deputy={deputy} />
      ))}
      {edited && (
        <SignatoryDialog
          {...{ personId, nickname }}
          record={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {delegated && <DeputyDialog record={delegated} onClose={() => setDelegated(null)} />}
      {withdrawn && (
        <DangerDialog
          title={`撤回“${nickname}”的签字授权`}
          verb="撤回"
          onClose={() => setWithdrawn(null)}
          onConfirm={() =>
            runAction(
              () => api.call('DELETE /v1/manage/signatories/{number}', { params: { number: withdrawn.id } }),
              '授权已撤回',
            )
          }
        >
          <p>{formatCategories(withdrawn.categories)}：立即不能再批准。已批准的证书不变，记录保留。</p>
        </DangerDialog>
      )}
    </Panel>
  )
}

/** A deputy of the person, whose record is withdrawn on the page of the deputy. */
function Deputy({ deputy }: { deputy: SignatoryRecord }) {
  const [shape, words] = describeSignatoryState(deputy)
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <b>
          由 <TextLink to={`/people/${deputy.personId}`}>{deputy.signingName ?? deputy.nickname}</TextLink> 代理
        </b>
        <StatusMark shape={shape}>{words}</StatusMark>
      </span>
      <span>{formatCategories(deputy.categories)}</span>
      <span className={styles.faint}>
        {deputy.validFrom} 至 {deputy.validTo}
      </span>
    </div>
  )
}
