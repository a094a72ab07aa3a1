import type { DataFor } from '@portal/contract/calls.ts'
import { type ImportState, OUTCOME_NAMES } from '@portal/contract/site/import-rules.ts'
import { formatNumber } from '#lib/format.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { DownloadButtons } from './download-buttons.tsx'
import styles from './imports.module.css'

type FormerImport = DataFor<'GET /v1/manage/imports/former'>[number]

/** Results of imports without stored texts, and additions to those of imports that did not end. */
const STATE_WORDS: Partial<Record<ImportState, string>> = {
  refused: '文件不能导入',
  stopped: '没有做完',
  failed: '中断，没有做完',
}

function describeResult({ state, outcomes }: FormerImport): string {
  if (state === 'stopped' && outcomes.length === 0) return '没有导入'
  const counts = outcomes.map(({ outcome, count }) => `${OUTCOME_NAMES[outcome]} ${formatNumber(count)} 篇`)
  return [...counts, STATE_WORDS[state] ?? []].flat().join('，')
}

const COLUMNS: readonly TableColumn<FormerImport>[] = [
  { key: 'file', head: '文件', kind: 'main', renderCell: ({ fileName }) => fileName },
  { key: 'time', head: '时间', renderCell: ({ startTime }) => startTime.slice(0, 16) },
  { key: 'person', head: '导入人', renderCell: ({ byName }) => byName },
  {
    key: 'result',
    head: '结果',
    renderCell: (row) => <span className={styles.result}>{describeResult(row)}</span>,
  },
  {
    key: 'files',
    head: '',
    kind: 'actions',
    renderCell: ({ id, outcomes }) => outcomes.length > 0 && <DownloadButtons id={id} />,
  },
]

/** The imports before the newest one, with their files. */
export function FormerPanel({ former }: { former: readonly FormerImport[] }) {
  return (
    <Panel title="以前的导入" isFlush>
      <DataTable label="以前的导入" columns={COLUMNS} rows={former} getId={({ id }) => id} />
    </Panel>
  )
}
