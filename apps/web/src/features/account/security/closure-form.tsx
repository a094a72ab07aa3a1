import { CLOSED_NAME, CLOSURE_DAYS } from '@portal/contract/constants.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showClosing } from '#lib/closing.ts'
import { announceLogout, setUser } from '#lib/session.ts'
import styles from '#ui/dialogs/form-dialog.module.css'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import shared from '#ui/shared.module.css'
import { useForm } from '../use-form.ts'
import type { Security } from './account-security.tsx'
import { getMissingProofText, ProofDialog, toProof } from './proof-dialog.tsx'

const ERASED = `邮箱、昵称、资料、草稿、点赞、收藏、关注、签到、通知与留言将被删除，无法恢复；发给他人的私信仍在对方那里，署名改为“${CLOSED_NAME}”。`

const CHOICES = [
  { value: 'keep', text: `保留，署名改为“${CLOSED_NAME}”` },
  { value: 'erase', text: '一并删除' },
] as const

/** Requests the closure of the account, after listing which data is deleted, which remains and how to undo it. */
export function ClosureForm({ security, onClose }: { security: Security; onClose: () => void }) {
  const api = useApi()
  const [writings, setWritings] = useState<'keep' | 'erase'>('keep')
  const form = useForm(
    { proof: getMissingProofText(security) },
    async ({ proof }) => {
      const body = { ...toProof(security, proof), keepsWritings: writings === 'keep' }
      const { closeTime } = await api.call('POST /v1/user/closure', { body })
      onClose()
      showClosing({ closeTime, canUndo: false })
      setUser(null)
      announceLogout()
    },
    { focusFirst: 'proof' },
  )
  const intro = (
    <ul className={styles.list}>
      <li>申请后立即退出全部设备，个人主页不再显示。</li>
      <li>{CLOSURE_DAYS} 天内重新登录，可以撤销。</li>
      <li>{`${CLOSURE_DAYS} 天后，${ERASED}`}</li>
      <li>已提交的委托单照常办理：凭单号与查询码仍可查进度，凭身份证件领取。请先记下单号。</li>
      <li>委托单上的电话、邮箱与地址一并删除，姓名随委托单保存到期。样品还在本中心的，交还后按期删除。</li>
      <li>如需留存，请先下载我的数据。</li>
    </ul>
  )
  const choices = security.isStaff ? (
    <p className={shared.soft}>您以工作人员身份发布的内容属于机构，将会保留。</p>
  ) : (
    <RadioRow
      legend="已发布的文章、评论与短文"
      name="writings"
      choices={CHOICES}
      value={writings}
      onChange={setWritings}
      look={styles}
    />
  )
  return (
    <ProofDialog
      title="注销账号"
      submitLabel="申请注销"
      security={security}
      form={form}
      intro={intro}
      choices={choices}
      onClose={onClose}
    />
  )
}
