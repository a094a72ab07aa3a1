import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import { useEffect, useId, useRef } from 'react'
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
  const root = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen label is another one with each category
  useEffect(() => showChosen(root.current), [category])
  const keys = CATEGORIES.map((one, at) => [
    `Alt+${at + 1}`,
    { words: `类别：${CERTIFICATE_CATEGORIES[one]}`, run: () => onChange(one) },
  ])
  useKeys(Object.fromEntries(keys))
  return (
    <fieldset className={styles.categories} ref={root}>
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

/** Moves the chosen category into the middle of a strip that is wider than the screen, at once and without scrolling the page. */
function showChosen(strip: HTMLElement | null): void {
  const chosen = strip?.querySelector('input:checked')?.parentElement
  if (!strip || !chosen) return
  const left = chosen.offsetLeft - strip.offsetLeft
  strip.scrollLeft = left - (strip.clientWidth - chosen.offsetWidth) / 2
}
