import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { CheckGroup } from '#manage/controls/forms/check-group.tsx'
import { FieldGroup } from '#manage/controls/forms/field.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { useSiteForm } from './site-form.ts'
import { TextField } from './text-field.tsx'

const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]
const CATEGORY_CHOICES = CATEGORIES.map((value) => ({ value, label: CERTIFICATE_CATEGORIES[value] }))

/** The tab 证书. */
export function DeskTab() {
  const { edit } = useSiteForm()
  const isOff = edit.values.fourEyesOff === true
  return (
    <>
      <FieldGroup title="三人签署" note="修改前要再次验证">
        <CheckGroup
          legend="须三人签署的类别"
          choices={CATEGORY_CHOICES}
          chosen={edit.values.threePersons ?? []}
          onChange={(chosen) =>
            edit.change({ threePersons: chosen.length > 0 ? CATEGORIES.filter((one) => chosen.includes(one)) : null })
          }
        />
        <Note>
          主检、审核与批准须是三个人，负责人也不例外，三个姓名都印在证书上。已提交而还没有批准的，也按批准时的设置办理。撤销由两人办理。
        </Note>
      </FieldGroup>
      <FieldGroup title="四眼原则" note="制作过一版证书的人不能审核或批准这一版，负责人也不例外。修改前要再次验证">
        <Switch
          label="停用四眼原则"
          note="停用后，一人可以兼任制作、审核与批准，每一步仍要办理；签字授权的类别与期限照常检查"
          isOn={isOff}
          isChanged={isOff !== (edit.base.fourEyesOff === true)}
          onChange={(isOn) => edit.change({ fourEyesOff: isOn || null })}
        />
        {isOff && (
          <>
            <TextField name="fourEyesReason" isWide rows={2} hint="写入每份由一人兼任几步的证书的经过" />
            <Note tone="warning">
              由一人兼任几步的证书，姓名不重复列出：制作并批准的，只列批准；操作记录与证书的经过都会写明。
            </Note>
          </>
        )}
      </FieldGroup>
    </>
  )
}
