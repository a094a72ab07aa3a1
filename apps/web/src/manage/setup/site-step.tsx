import { type FormEvent, useState } from 'react'
import { findHoursFault, HoursField, type SimpleHours, toWeek, USUAL_HOURS } from './hours-field.tsx'
import { SaveButtons } from './save-buttons.tsx'
import styles from './setup-form.module.css'
import { areGood, SettingField, selectChangedTexts } from './text-fields.tsx'
import type { ManagedSite, SiteChange } from './use-site.ts'
import { useStoredInput } from './use-stored-input.ts'

/** Number of the e-mail address in `showList`. */
const EMAIL = 1

export interface SettingStepProps {
  site: ManagedSite
  /** @returns whether it was saved */
  onSave: (change: SiteChange) => Promise<boolean>
  onSkip: () => void
  onBack?: () => void
}

/** Name and contact data of the organisation. */
export function SiteStep({ site, onSave, onSkip }: SettingStepProps) {
  const { brand, contact, hours: stored } = site.settings
  const { values, change, drop } = useStoredInput('site', {
    name: brand.name ?? '',
    startedAt: brand.startedAt ?? '',
    phone: contact.phone ?? '',
    email: contact.email ?? '',
    visitAddress: contact.visitAddress ?? '',
  })
  const { values: hours, change: changeHours, drop: dropHours } = useStoredInput<SimpleHours>('hours', USUAL_HOURS)
  const [isBusy, setIsBusy] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const isGood = areGood(values) && findHoursFault(hours) === null
  const getFieldProps = (name: keyof typeof values) => ({
    name,
    value: values[name],
    isChecked,
    onChange: (value: string) => change({ [name]: value }),
  })
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isBusy || !isGood) return
    setIsBusy(true)
    const { name, startedAt, phone, email, visitAddress } = values
    const changed = {
      brand: selectChangedTexts({ name, startedAt }, brand),
      contact: {
        ...selectChangedTexts({ phone, email, visitAddress }, contact),
        ...showEmail(email, contact.showList),
      },
      hours: hours.days.length > 0 ? { weekHours: toWeek(hours) } : {},
    }
    const isSaved = await onSave(removeEmptyGroups(changed))
    setIsBusy(false)
    if (!isSaved) return
    drop()
    dropHours()
  }
  return (
    <form className={styles.form} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <SettingField {...getFieldProps('name')} label="名称" place="全站" hint="与营业执照或资质证书上的一致" />
      <div className={styles.pair}>
        <SettingField {...getFieldProps('phone')} label="电话" place="页脚、联系我们" placeholder="0871-6512 3456" />
        <SettingField {...getFieldProps('email')} label="邮箱" place="联系我们" placeholder="service@example.cn" />
      </div>
      <SettingField {...getFieldProps('visitAddress')} label="地址" place="联系我们" hint="送样、取证的地点" />
      <SettingField
        {...getFieldProps('startedAt')}
        type="date"
        label="开站日期"
        place="页脚"
        hint="页脚的“本站已运行”从此日算起；不填就不显示"
      />
      {stored.weekHours ? (
        <p className={styles.shown}>营业时间已设为“{site.openingHours}”，可在“站点”里修改</p>
      ) : (
        <HoursField hours={hours} onChange={changeHours} />
      )}
      <SaveButtons isBusy={isBusy} onSkip={onSkip} />
    </form>
  )
}

/** Shows an e-mail address that is entered here, because the field says so. */
function showEmail(email: string, shown: readonly number[] | null): { showList?: number[] } {
  return email.trim() === '' || shown?.includes(EMAIL) ? {} : { showList: [...(shown ?? []), EMAIL] }
}

/** Selects the groups with changes. */
export function removeEmptyGroups(change: Record<string, object>): SiteChange {
  return Object.fromEntries(Object.entries(change).filter(([, members]) => Object.keys(members).length > 0))
}
