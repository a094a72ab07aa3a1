import type { DataFor } from '@portal/contract/calls.ts'
import {
  COMMENT_MAIL_HOURS,
  DAILY_MAIL_HOUR,
  DUE_MAIL_HOURS,
  NEW_TICKET_MAILS,
  type NewTicketMails,
} from '@portal/contract/tickets/staff-mail-rules.ts'
import { listVisibleKinds } from '@portal/contract/tickets/ticket-rules.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { StatusMark, type StatusShape } from '#manage/controls/values/status-mark.tsx'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { TestMailButton } from '#manage/staff/test-mail-button.tsx'
import styles from './security.module.css'

type Stored = DataFor<'GET /v1/manage/staffMail'>

const MODES: Readonly<Record<Stored['mode'], { shape: StatusShape; words: string; note: string }>> = {
  on: { shape: 'live', words: '可以发信', note: '' },
  mailbox: { shape: 'off', words: '只存本机', note: '本站没有设置 SMTP，邮件只存在服务器上，供试用时查看。' },
  off: { shape: 'stop', words: '不能发信', note: '本站没有设置发信，提醒发不出去。请运维人员设置。' },
}
const WHEN = (Object.keys(NEW_TICKET_MAILS) as NewTicketMails[]).map((value) => ({
  value,
  label: NEW_TICKET_MAILS[value],
}))

/** 邮件提醒: the mails that the caller gets about tickets and waiting comments. Each choice is stored at once. */
export function StaffMailPanel({ stored }: { stored: Stored }) {
  const api = useApi()
  const { duties } = useSelf()
  const { email, mode, ...choices } = stored
  const [values, setValues] = useState(choices)
  const { shape, words, note } = MODES[mode]
  const seesTickets = listVisibleKinds(duties)?.length !== 0
  if (!seesTickets) return null

  const save = async (patch: Partial<typeof values>) => {
    const body = { ...values, ...patch }
    setValues(body)
    // The client has shown why it failed.
    await api.call('PUT /v1/manage/staffMail', { body }).catch(() => setValues(values))
  }
  return (
    <Panel title="邮件提醒" actions={<StatusMark shape={shape}>{words}</StatusMark>}>
      <div className={styles.stack}>
        <p className={styles.soft}>
          {email === null ? '您的账号没有邮箱，先在个人主页填写。' : `发到 ${email}。`}
          邮件只写编号与件数，不含来信和评论的内容。{note}
        </p>
        <Field label="新工单">
          <Select
            value={values.newTickets}
            options={WHEN}
            onChange={({ target }) => void save({ newTickets: target.value as NewTicketMails })}
          />
        </Field>
        <Switch
          label="快到时限"
          note={`剩下不到 ${DUE_MAIL_HOURS} 个工作小时；有经办人的只提醒经办人`}
          isOn={values.due}
          onChange={(due) => void save({ due })}
        />
        <Switch
          label="超时的工单"
          note={`每天 ${DAILY_MAIL_HOUR}:00，直到办结`}
          isOn={values.overdue}
          onChange={(overdue) => void save({ overdue })}
        />
        {hasDuty(duties, ['edit', 'support']) && (
          <Switch
            label="待审的评论"
            note={`每天 ${DAILY_MAIL_HOUR}:00，等了 ${COMMENT_MAIL_HOURS} 小时以上的`}
            isOn={values.comments}
            onChange={(comments) => void save({ comments })}
          />
        )}
        <TestMailButton />
      </div>
    </Panel>
  )
}
