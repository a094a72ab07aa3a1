import type { ReactNode } from 'react'
import { StaffBadge } from '#domain/people/staff-badge.tsx'
import { formatNumber } from '#lib/format.ts'
import { Container } from '#ui/container.tsx'
import { SpectrumBars } from '#ui/figures/spectrum.tsx'
import shared from '#ui/shared.module.css'
import { Time } from '#ui/time.tsx'
import type { Person } from './person.ts'
import { Portrait } from './portrait.tsx'
import styles from './profile-head.module.css'

export interface UserCounts {
  articleCount: number
  collectCount: number
  followedCount: number
}

export interface ProfileHeadProps {
  person: Person
  counts: UserCounts | null
  children?: ReactNode
}

/** The head of a user page. */
export function ProfileHead({ person, counts, children }: ProfileHeadProps) {
  return (
    <header className={styles.root}>
      <div className={styles.cover}>
        {person.coverUrl ? (
          <img className={styles.picture} src={person.coverUrl} alt="" />
        ) : (
          <SpectrumBars stone="ruby" className={styles.bars} />
        )}
      </div>
      <Container className={styles.inner}>
        <Portrait name={person.name} url={person.avatarUrl} size="large" className={styles.portrait} />
        <div className={styles.words}>
          <div className={styles.title}>
            <h1 className={styles.name}>{person.name}</h1>
            {person.isStaff && <StaffBadge />}
          </div>
          <p className={styles.intro}>{person.intro || '还没有个人简介'}</p>
          <Facts person={person} />
        </div>
        <dl className={styles.counts}>
          <Count label="文章" value={counts?.articleCount} />
          <Count label="收藏" value={counts?.collectCount} />
          <Count label="关注" value={counts?.followedCount} />
        </dl>
        {children && <div className={styles.actions}>{children}</div>}
      </Container>
    </header>
  )
}

function Facts({ person: { siteUrl, registeredAt } }: { person: Person }) {
  return (
    <p className={styles.facts}>
      {siteUrl && (
        <a className={styles.site} href={siteUrl} target="_blank" rel="noopener nofollow ugc">
          {siteUrl.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
        </a>
      )}
      {registeredAt && (
        <span>
          注册于 <Time at={registeredAt} />
        </span>
      )}
    </p>
  )
}

function Count({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className={styles.count}>
      <dt className={shared.note}>{label}</dt>
      <dd className={styles.number}>
        {value === undefined ? <span className={styles.unknown}>0</span> : formatNumber(value)}
      </dd>
    </div>
  )
}
