import { SIGNING_DUTIES } from '@portal/contract/accounts/duties.ts'
import { SIGNING_NAME } from '@portal/contract/accounts/people-rules.ts'
import { type FormEvent, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { useAction } from '#manage/controls/saving/use-action.ts'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { hasDuty } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './people.module.css'
import type { Person } from './people-words.ts'
import { SigningPicture } from './signing-picture.tsx'

/** 证书署名: the name on certificates, which owners set. */
export function SigningNamePanel({ person, isOwner }: { person: Person; isOwner: boolean }) {
  const [isEditing, setIsEditing] = useState(false)
  const { signingName } = person
  const duties = person.duties.map(({ duty }) => duty)
  if (signingName === null && !hasDuty(duties, SIGNING_DUTIES)) return null
  return (
    <Panel
      title="证书署名"
      note="印在证书上；没有署名不能提交或批准证书"
      actions={
        isOwner && (
          <Button
            variant="quiet"
            aria-label={signingName === null ? '填写署名' : '改动署名'}
            onClick={() => setIsEditing(true)}
          >
            {signingName === null ? '填写' : '改动'}
          </Button>
        )
      }
    >
      {signingName === null ? <StatusMark shape="wait">未填写</StatusMark> : <b>{signingName}</b>}
      {isOwner && signingName !== null && <SigningPicture person={person} />}
      {isEditing && <SigningNameDialog person={person} onClose={() => setIsEditing(false)} />}
    </Panel>
  )
}

function SigningNameDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const api = useApi()
  const runAction = useAction()
  const formId = useId()
  const { isBusy, run } = useBusy()
  const [name, setName] = useState(person.signingName ?? '')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const body = { name: name.trim() || null, version: person.version }
      const input = { params: { id: person.id }, body }
      await runAction(() => api.call('PUT /v1/manage/users/{id}/signingName', input), '证书署名已保存')
      onClose()
    })
  }
  return (
    <ManageDialog
      title={`证书署名：${person.nickname}`}
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <DialogButtons type="submit" form={formId} isBusy={isBusy} busyLabel="保存中" onClose={onClose}>
          保存署名
        </DialogButtons>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <Field label="署名" hint="填写真实姓名，与身份证件一致。不能与同事的相同；留空则不能提交或批准证书">
          <TextInput
            maxLength={SIGNING_NAME.max}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <p className={styles.faint}>
          以后提交与批准的证书用新的署名；已提交、已发布的不变。
          {person.signingPicture !== null && '签名图片随之移除，请重新上传。'}改动通知本人与其他负责人，并记入操作记录。
        </p>
      </form>
    </ManageDialog>
  )
}
