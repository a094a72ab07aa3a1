import { type ReactNode, useId } from 'react'
import styles from './settings-section.module.css'

export interface SettingsSectionProps {
  title: string
  /** What it is, in a sentence or two. */
  text?: ReactNode
  /** What can be done about it. */
  action?: ReactNode
  children?: ReactNode
}

/** One matter of the settings: what it is, what can be done, and more below. */
export function SettingsSection({ title, text, action, children }: SettingsSectionProps) {
  const titleId = useId()
  return (
    <section className={styles.root} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
