import styles from './new-order.module.css'

interface ChoiceCardProps {
  type: 'radio' | 'checkbox'
  name: string
  /** Value that the form sends; by default `on`. */
  value?: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  title: string
  note?: string
  price?: string
}

/** A radio button or box with a note and a price. */
export function ChoiceCard({ type, name, value, isChecked, onChange, title, note, price }: ChoiceCardProps) {
  return (
    <label className={styles.cardRoot}>
      <input
        className={styles.cardBox}
        type={type}
        name={name}
        value={value}
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className={styles.words}>
        <b className={styles.cardTitle}>{title}</b>
        {note && <small className={styles.cardNote}>{note}</small>}
      </span>
      {price && <span className={styles.cardPrice}>{price}</span>}
    </label>
  )
}
