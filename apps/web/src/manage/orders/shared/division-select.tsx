import styles from './division-select.module.css'
import { DIVISIONS, type Division } from './mass-reading.ts'

/** The division of the balance on which samples are weighed. */
export function DivisionSelect({ value, onChange }: { value: Division; onChange: (division: Division) => void }) {
  return (
    <label className={styles.root}>
      天平分度
      <select className={styles.select} value={value} onChange={({ target }) => onChange(target.value as Division)}>
        {DIVISIONS.map((one) => (
          <option key={one} value={one}>
            {one} g
          </option>
        ))}
      </select>
    </label>
  )
}
