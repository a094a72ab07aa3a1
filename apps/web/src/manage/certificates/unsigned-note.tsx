import { SIGNING_DUTIES } from '@portal/contract/accounts/duties.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { TextLink } from '#ui/text-link.tsx'
import styles from './desk.module.css'

/** Warns a person without a name for signing before they start a certificate that they cannot submit. */
export function UnsignedNote() {
  const { id, duties, signingName } = useSelf()
  if (signingName !== null || !hasDuty(duties, SIGNING_DUTIES)) return null
  const isOwner = duties.includes('owner')
  return (
    <div className={styles.unsigned}>
      <Note
        tone="warning"
        title="您还没有证书署名"
        action={isOwner ? <TextLink to={`/people/${id}`}>填写署名</TextLink> : undefined}
      >
        {isOwner
          ? '署名印在证书上，填写之前不能提交或批准证书。'
          : '署名印在证书上，填写之前不能提交或批准证书。请负责人在“用户”中您的资料页上填写。'}
      </Note>
    </div>
  )
}
