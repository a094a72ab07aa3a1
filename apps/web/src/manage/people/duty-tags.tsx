import { DUTY_NAMES } from '@portal/contract/accounts/duties.ts'
import { Tag } from '#manage/controls/values/tag.tsx'
import styles from './people.module.css'
import type { PersonRow } from './people-words.ts'

/** Duties of an account, or 会员. */
export function DutyTags({ duties }: Pick<PersonRow, 'duties'>) {
  if (duties.length === 0) return <span className={styles.faint}>会员</span>
  return (
    <span className={styles.tags}>
      {duties.map((duty) => (
        <Tag key={duty} tone={duty === 'owner' ? 'cert' : 'accent'}>
          {DUTY_NAMES[duty]}
        </Tag>
      ))}
    </span>
  )
}
