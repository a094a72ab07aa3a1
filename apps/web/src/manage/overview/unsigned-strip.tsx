import type { DataFor } from '@portal/contract/calls.ts'
import { UNSIGNED_MAX } from '@portal/contract/site/waiting-rules.ts'
import { Fragment } from 'react'
import { Note } from '#manage/controls/layout/note.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './missing-strip.module.css'

/**
 * Colleagues who cannot submit or approve certificates, with links to the pages where their name for signing is set; renders
 * nothing without any.
 */
export function UnsignedStrip({ people = [] }: { people?: DataFor<'GET /v1/manage/overview'>['unsigned'] }) {
  if (people.length === 0) return null
  return (
    <div className={styles.root}>
      <Note tone="warning" title="没有证书署名的同事">
        {people.map(({ id, nickname }, at) => (
          <Fragment key={id}>
            {at > 0 && '、'}
            <TextLink to={`/people/${id}`}>{nickname}</TextLink>
          </Fragment>
        ))}
        {people.length >= UNSIGNED_MAX && '等'}：填写署名之前，不能提交或批准证书。
      </Note>
    </div>
  )
}
