import { CODE } from '@portal/contract/errors.ts'
import { PARTNER_MAX, type PartnerScope } from '@portal/contract/partners/partner-rules.ts'
import { type FormEvent, useId } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { CheckGroup } from '#manage/controls/forms/check-group.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { type Edit, useEdit } from '#manage/controls/saving/use-edit.ts'
import { useSaving } from '#manage/controls/saving/use-saving.ts'
import { isSame } from '#manage/controls/saving/values.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import {
  describeField,
  FIELD_NAMES,
  findFaults,
  NEW_PARTNER,
  type PartnerValues,
  toPartnerBody,
  toPartnerValues,
} from './partner-form.ts'
import { type Partner, SCOPE_CHOICES } from './partner-words.ts'
import styles from './partners.module.css'

interface PartnerDialogProps {
  /** The stored partner; a new one is added when left out. */
  partner?: Partner
  onSaved: (number: number) => void
  onClose: () => void
}

/** Adds or changes a partner. Typed values stay in this browser until they are saved or discarded. */
export function PartnerDialog({ partner, onSaved, onClose }: PartnerDialogProps) {
  const api = useApi()
  const formId = useId()
  const key = useDraftKey(`partner-${partner?.number ?? 'new'}`)
  const saved = partner ? toPartnerValues(partner) : NEW_PARTNER
  const edit = useEdit<PartnerValues>({
    key,
    saved,
    version: partner?.version ?? 0,
    findFaults: findFaults,
    formatValue: (name, value) => describeField(name, { ...NEW_PARTNER, [name]: value }),
  })
  const saving = useSaving<Partner>()
  const stored = saving.conflict
  const send = async () => {
    const body = { ...toPartnerBody(edit.values), state: stored?.state ?? partner?.state ?? ('active' as const) }
    if (!partner) return (await api.call('POST /v1/manage/partners', { body })).number
    const { number } = partner
    await api.call('PUT /v1/manage/partners/{number}', { params: { number }, body: { ...body, version: edit.version } })
    return number
  }
  /** Takes over the values that a colleague has saved, with the changes of this dialog on top. */
  const merge = (theirs: Partner) => {
    const mine = Object.fromEntries(edit.changed.map((name) => [name, edit.values[name]]))
    edit.rebase(toPartnerValues(theirs), theirs.version, { ...toPartnerValues(theirs), ...mine })
  }
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!edit.check()) return
    let number = 0
    const outcome = await saving.save(async () => {
      try {
        number = await send()
      } catch (reason) {
        if (reason instanceof ApiError && reason.code === CODE.conflict) merge(reason.extra.current as Partner)
        throw reason
      }
    })
    if (outcome !== 'saved') return
    edit.discard()
    showToast('success', '合作方已保存')
    onClose()
    onSaved(number)
  }
  const giveUp = () => {
    edit.discard()
    onClose()
  }
  return (
    <ManageDialog
      title={partner ? `修改“${partner.name}”` : '新增合作方'}
      size="medium"
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <>
          <Button variant="outline" onClick={giveUp}>
            {edit.changed.length > 0 ? '放弃改动' : '取消'}
          </Button>
          <Button type="submit" form={formId} isBusy={saving.isSaving} busyLabel="保存中">
            {stored ? '仍按我的保存' : '保存'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
        {stored && <Conflict stored={toPartnerValues(stored)} mine={edit.values} />}
        {saving.trouble && saving.trouble.kind !== 'failed' && (
          <Note tone="error" isLive>
            {saving.trouble.message}
          </Note>
        )}
        <PartnerFields edit={edit} />
      </form>
    </ManageDialog>
  )
}

function PartnerFields({ edit }: { edit: Edit<PartnerValues> }) {
  return (
    <>
      <Field label="名称" {...edit.getFieldProps('name')}>
        <TextInput maxLength={PARTNER_MAX.name} {...edit.getInputProps('name')} />
      </Field>
      <Field label="联系邮箱" hint="对方的技术联系人；通知地址停用时写信告知" {...edit.getFieldProps('contactEmail')}>
        <TextInput
          type="email"
          autoComplete="off"
          maxLength={PARTNER_MAX.email}
          {...edit.getInputProps('contactEmail')}
        />
      </Field>
      <CheckGroup
        legend="权限"
        choices={SCOPE_CHOICES}
        chosen={edit.values.scopes}
        onChange={(scopes) => edit.change({ scopes: scopes as PartnerScope[] })}
        error={edit.getFieldProps('scopes').error}
      />
      <Field label="每日额度" hint="一天可核验的对数，北京时间零点重新计算" {...edit.getFieldProps('dailyQuota')}>
        <TextInput isFigures inputMode="numeric" maxLength={9} {...edit.getInputProps('dailyQuota')} />
      </Field>
      <Field
        label="允许的地址"
        isOptional
        hint="对方服务器的出口 IP 地址或网段，一行一个，如 203.0.113.0/24；留空不限"
        {...edit.getFieldProps('addresses')}
      >
        <TextArea rows={3} spellCheck={false} {...edit.getInputProps('addresses')} />
      </Field>
    </>
  )
}

/** The values that a colleague has saved meanwhile, member by member. */
function Conflict({ stored, mine }: { stored: PartnerValues; mine: PartnerValues }) {
  const names = (Object.keys(FIELD_NAMES) as (keyof PartnerValues)[]).filter(
    (name) => !isSame(stored[name], mine[name]),
  )
  return (
    <Note tone="warning" title="没有保存：同事刚改过这个合作方。" isLive>
      您没有改的已换成最新的，您改过的都还在。
      {names.length > 0 && (
        <>
          再次保存将替换：
          <ul className={styles.stored}>
            {names.map((name) => (
              <li key={name}>
                {FIELD_NAMES[name]}：{describeField(name, stored)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  )
}
