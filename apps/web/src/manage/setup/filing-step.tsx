import { type FormEvent, useState } from 'react'
import { SaveButtons } from './save-buttons.tsx'
import styles from './setup-form.module.css'
import { removeEmptyGroups, type SettingStepProps } from './site-step.tsx'
import { areGood, SettingField, selectChangedTexts } from './text-fields.tsx'
import { useStoredInput } from './use-stored-input.ts'

/** The filing numbers, shown at the foot of every page, and the code of the business licence, shown on the contact page. */
export function FilingStep({ site, onSave, onSkip, onBack }: SettingStepProps) {
  const { filing } = site.settings
  const { values, change, drop } = useStoredInput('filing', {
    recordNum: filing.recordNum ?? '',
    policeRecordNum: filing.policeRecordNum ?? '',
    creditCode: filing.creditCode ?? '',
  })
  const [isBusy, setIsBusy] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const isGood = areGood(values)
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isBusy || !isGood) return
    setIsBusy(true)
    const isSaved = await onSave(removeEmptyGroups({ filing: selectChangedTexts(values, filing) }))
    setIsBusy(false)
    if (isSaved) drop()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <SettingField
        name="recordNum"
        label="ICP 备案号"
        place="页脚"
        placeholder="滇ICP备12345678号-1"
        hint="在工业和信息化部备案系统取得，网站开通前办理；页脚上的编号链接到该系统"
        value={values.recordNum}
        isChecked={isChecked}
        onChange={(recordNum) => change({ recordNum })}
      />
      <SettingField
        name="policeRecordNum"
        label="公安备案号"
        place="页脚"
        placeholder="滇公网安备53010002000123号"
        hint="网站开通后 30 日内在全国互联网安全管理服务平台办理，取得后再填"
        value={values.policeRecordNum}
        isChecked={isChecked}
        onChange={(policeRecordNum) => change({ policeRecordNum })}
      />
      <SettingField
        name="creditCode"
        label="统一社会信用代码"
        place="联系我们"
        hint="营业执照上的 18 位代码；事业单位看法人证书"
        value={values.creditCode}
        isChecked={isChecked}
        onChange={(creditCode) => change({ creditCode })}
      />
      <SaveButtons isBusy={isBusy} onSkip={onSkip} onBack={onBack} />
    </form>
  )
}
