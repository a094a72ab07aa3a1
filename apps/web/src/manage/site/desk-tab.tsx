import { FieldGroup } from '#manage/controls/forms/field.tsx'
import { Switch } from '#manage/controls/forms/switch.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { useSiteForm } from './site-form.ts'
import { TextField } from './text-field.tsx'

/** The tab 证书. */
export function DeskTab() {
  const { edit } = useSiteForm()
  const isOff = edit.values.fourEyesOff === true
  return (
    <FieldGroup title="四眼原则" note="制作过一版证书的人不能批准这一版，负责人也不例外。修改前要再次验证">
      <Switch
        label="停用四眼原则"
        note="停用后，授权签字人可以批准自己制作的证书；签字授权的类别与期限照常检查"
        isOn={isOff}
        isChanged={isOff !== (edit.base.fourEyesOff === true)}
        onChange={(isOn) => edit.change({ fourEyesOff: isOn || null })}
      />
      {isOff && (
        <>
          <TextField name="fourEyesReason" isWide rows={2} hint="写入每份由一人制作并批准的证书的经过" />
          <Note tone="warning">由一人制作并批准的证书，对外只列批准人一个姓名；操作记录与证书的经过都会写明。</Note>
        </>
      )}
    </FieldGroup>
  )
}
