import { OUTCOME_NAMES } from '@portal/contract/site/import-rules.ts'
import { formatNumber } from '#lib/format.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Facts } from '#manage/controls/values/facts.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { DownloadButtons } from './download-buttons.tsx'
import styles from './imports.module.css'
import type { SiteImport } from './imports-page.tsx'

/** Result of an ended import; nothing before it has one. */
export function ResultPanel({ current }: { current: SiteImport }) {
  const { id, state, outcomes, fileName, finishTime } = current
  if (state === 'reading' || state === 'storing' || outcomes.length === 0) return null
  const isWhole = state === 'done'
  const hasDrafts = outcomes.some(({ outcome, count }) => count > 0 && (outcome === 'added' || outcome === 'updated'))
  return (
    <>
      {isWhole && (
        <Note tone="success" isLive title="导入完毕">
          {hasDrafts ? '草稿在“文章”里，请检查后发布。' : '没有新的或改过的文章，草稿没有变化。'}
        </Note>
      )}
      <Panel title="结果" note={`${fileName}，${finishTime?.slice(0, 16) ?? ''}${isWhole ? '' : '，没有做完'}`}>
        <Facts of={outcomes.map(({ outcome, count }) => [OUTCOME_NAMES[outcome], `${formatNumber(count)} 篇`])} />
        <div className={styles.actions}>
          {hasDrafts && (
            <ButtonLink variant="outline" to="/articles?view=draft">
              看草稿
            </ButtonLink>
          )}
          <DownloadButtons id={id} />
        </div>
        <p className={styles.fact}>
          报告列出每一篇的结果和要留意的地方。文章发布后再下载跳转建议，里面是已发布各篇的旧地址与新地址；在“跳转”页导入，旧链接就不会失效。
        </p>
      </Panel>
    </>
  )
}
