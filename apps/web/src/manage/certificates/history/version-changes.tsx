import { compareForms, toDeskForm } from '@portal/contract/certificates/rules/form-changes.ts'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { ChangesTable, describeCounts } from '../review/changes-table.tsx'
import type { History } from './shown-times.ts'

interface VersionChangesProps {
  versions: History['versions']
  /** Version at the marker: its pair is shown; the last pair when left out. */
  at: number | undefined
}

/** The differences between the version at the marker and the next one, or the previous one. */
export function VersionChanges({ versions, at }: VersionChangesProps) {
  if (versions.length < 2) return null
  const place = versions.findIndex(({ version }) => version === at)
  const first = Math.min(Math.max(place === -1 ? versions.length - 2 : place, 0), versions.length - 2)
  const [before, after] = [versions[first], versions[first + 1]]
  if (!before || !after) return null
  const comparison = compareForms(toDeskForm(before.text), toDeskForm(after.text))
  return (
    <Panel title="各版之间" note={describeCounts(comparison)} isFlush>
      <ChangesTable
        before={`第 ${before.version} 版，${before.time.slice(0, 10)}`}
        after={`第 ${after.version} 版，${after.time.slice(0, 10)}`}
        {...comparison}
      />
    </Panel>
  )
}
