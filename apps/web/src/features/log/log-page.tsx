import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { nearPart } from '#lib/parts/near-part.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import { CopyBlock } from './copy-block.tsx'
import { FileInstead } from './file-link.tsx'
import { LatestCheckpoint } from './latest-checkpoint.tsx'
import { LogNow } from './log-now.tsx'
import styles from './log-page.module.css'
import type { LogState } from './read-log.ts'
import { useLog } from './use-log.ts'

const TITLE = '公开日志'
const LEAD = '本中心签发过什么，记在一本谁都能抄、谁都无法悄悄改动的日志里。'
const DESCRIPTION = '每次签发、更正、换发或撤销证书，都在公开日志末尾添一条记录，任何人都能核对其只增不改。'
const CRUMB = [{ text: '检测业务' }, { text: '证书查询', to: '/certificate-check' }, { text: TITLE }]

export const loader = defineLoader(async ({ request }) => ({ origin: new URL(request.url).origin }))

export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, description: DESCRIPTION, crumb: CRUMB })

/* Contains only text and drawings: the server renders it, and the browser does not need its code at first. */
const LogExplained = nearPart(async () => (await import('./log-explained.tsx')).LogExplained)
const LogProof = deferredPart(async () => (await import('./log-proof.tsx')).LogProof)
const AuditorHead = nearPart(async () => (await import('./auditor.tsx')).AuditorHead)
const LogFormats = nearPart(async () => (await import('./auditor.tsx')).LogFormats)
const LogCommands = nearPart(async () => (await import('./auditor.tsx')).LogCommands)

/** The public log: its purpose, its current state, what it proves, and how to audit it. */
export function Component() {
  const { origin } = useLoaderData<typeof loader>()
  const { log, reload } = useLog()
  return (
    <PageFrame crumb={CRUMB} title={TITLE} lead={LEAD} drawing="quartz" stone="jadeite" className={styles.root}>
      <LogExplained />
      <LogNow log={log} onRetry={reload} />
      <LogProof />
      <section className={styles.section} id="auditor" aria-labelledby="auditor-title">
        <AuditorHead titleId="auditor-title" />
        <div className={styles.auditor}>
          <div>
            <LogFormats />
            <LogKey log={log} />
            <LogCommands address={`${origin}/log`} />
          </div>
          <LatestCheckpoint log={log} />
        </div>
      </section>
    </PageFrame>
  )
}

/** The key that verifies the checkpoints. */
function LogKey({ log }: { log: LogState }) {
  return (
    <>
      <h3>公钥</h3>
      <p>检查点都由它签名。初次使用时，请与另一来源比对，如正在跟随本日志的见证人。</p>
      {log.kind === 'read' && log.key !== null ? (
        <CopyBlock text={log.key} name="公钥" />
      ) : (
        <FileInstead log={log} path="/log/key" />
      )}
    </>
  )
}
