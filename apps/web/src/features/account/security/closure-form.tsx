import { CLOSED_NAME, CLOSURE_DAYS } from '@portal/contract/constants.ts'
import { useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showClosing } from '#lib/closing.ts'
import { announceSession, setUser } from '#lib/session.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from '#ui/dialogs/form-dialog.module.css'
import shared from '#ui/shared.module.css'
import { AccountForm, ModeButton } from '../account-form.tsx'
import { useForm } from '../use-form.ts'
import { NoAddress } from './no-address.tsx'
import { ProofField, proofMissing, proofOf } from './proof-field.tsx'
import type { Security } from './use-security.ts'

export interface ClosureFormProps {
  security: Security
  onClose: () => void
}

const ERASED = `邮箱、昵称、资料、草稿、点赞、收藏、关注、签到、通知与留言将被删除，无法恢复；发给他人的私信仍在对方那里，署名改为“${CLOSED_NAME}”。`

const CHOICES = [
  { keepsWritings: true, text: `保留，署名改为“${CLOSED_NAME}”` },
  { keepsWritings: false, text: '一并删除' },
]

/** Requests the closure of the account, after listing what is deleted, what stays and how to undo it. */
export function ClosureForm({ security, onClose }: ClosureFormProps) {
  const api = useApi()
  const titleId = useId()
  const [keepsWritings, setKeepsWritings] = useState(true)
  const form = useForm(
    { proof: proofMissing(security) },
    async ({ proof }) => {
      const body = { ...proofOf(security, proof), keepsWritings }
      const { closeTime } = await api.call('POST /v1/user/closure', { body })
      onClose()
      showClosing({ closeTime, canUndo: false })
      setUser(null)
      announceSession()
    },
    { focusFirst: 'proof' },
  )
  return (
    <Dialog labelledBy={titleId} className={styles.root} onClose={onClose}>
      <h2 className={styles.title} id={titleId}>
        注销账号
      </h2>
      <ul className={styles.list}>
        <li>申请后立即退出全部设备，个人主页不再显示。</li>
        <li>{CLOSURE_DAYS} 天内重新登录，可以撤销。</li>
        <li>{`${CLOSURE_DAYS} 天后，${ERASED}`}</li>
        <li>如需留存，请先下载我的数据。</li>
      </ul>
      {!security.hasPassword && security.email === null ? (
        <NoAddress onClose={onClose} />
      ) : (
        <AccountForm
          form={form}
          submitLabel="申请注销"
          busyLabel="提交中"
          footer={<ModeButton onClick={onClose}>取消</ModeButton>}
        >
          {security.isStaff ? (
            <p className={styles.words}>您以工作人员身份发布的内容属于机构，将会保留。</p>
          ) : (
            <fieldset className={styles.choices}>
              <legend className={shared.legend}>已发布的文章、评论与短文</legend>
              {CHOICES.map((choice) => (
                <label className={styles.choice} key={choice.text}>
                  <input
                    type="radio"
                    name="writings"
                    className={styles.radio}
                    checked={keepsWritings === choice.keepsWritings}
                    onChange={() => setKeepsWritings(choice.keepsWritings)}
                  />
                  {choice.text}
                </label>
              ))}
            </fieldset>
          )}
          {!security.hasPassword && <p className={styles.words}>验证码将发送到 {security.email}。</p>}
          <ProofField security={security} field={form.field('proof')} />
        </AccountForm>
      )}
    </Dialog>
  )
}
