import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { useId } from 'react'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import hidden from '#ui/visually-hidden.module.css'
import styles from './category-switch.module.css'

const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]

interface CategorySwitchProps {
  category: CertificateCategory
  onChange: (category: CertificateCategory) => void
}

/** Chooses the category and so the fields of the form; typed values stay. */
export function CategorySwitch({ category, onChange }: CategorySwitchProps) {
  const name = useId()
  const keys = CATEGORIES.map((one, at) => [
    `Alt+${at + 1}`,
    { words: `类别：${CERTIFICATE_CATEGORIES[one]}`, run: () => onChange(one) },
  ])
  useKeys(Object.fromEntries(keys))
  return (
    <fieldset className={styles.categories}>
      <legend className={hidden.root}>类别</legend>
      {CATEGORIES.map((one, at) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === category} onChange={() => onChange(one)} />
          <span>
            {CERTIFICATE_CATEGORIES[one]}
            <span className={styles.caps}>
              <KeyCaps of={`Alt+${at + 1}`} />
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
