import { type ReactNode, useId } from 'react'
import styles from './settings-section.module.css'

export interface SettingsSectionProps {
  title: string
  text?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** A setting with its description, action and details. */
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
