import { MISMATCHES_MAX } from '@portal/contract/site/waiting-rules.ts'
import { Fragment } from 'react'
import { Note } from '#manage/controls/layout/note.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './missing-strip.module.css'

/** Certificates that do not match the public log; renders nothing without any. */
export function AlteredStrip({ numbers = [] }: { numbers?: readonly string[] | undefined }) {
  if (numbers.length === 0) return null
  return (
    <div className={styles.root}>
      <Note
        tone="error"
        title="未能通过核对的证书"
        action={<TextLink to="/help#未能通过核对的证书">查看办法</TextLink>}
      >
        {numbers.map((certificateNo, at) => (
          <Fragment key={certificateNo}>
            {at > 0 && '、'}
            <TextLink to={`/certificates/${certificateNo}`}>{certificateNo}</TextLink>
          </Fragment>
        ))}
        {numbers.length >= MISMATCHES_MAX && '等'}：所存内容与公开日志不符，可能被改动，对外均已停止出示。
      </Note>
    </div>
  )
}
