import { Tag } from '#manage/controls/values/tag.tsx'
import { CellFault, CheckedCell } from '#ui/lists/checked-cell.tsx'
import type { BatchRow } from './batch-words.ts'
import type { CellFix } from './check-panel.tsx'

interface CheckRowProps {
  row: BatchRow
  columns: readonly { member: string; title: string }[]
  onFix: (fixes: CellFix[]) => Promise<boolean>
}

const NO_CELL = { value: '', before: null, faults: [], warnings: [] }

export function CheckRow({ row, columns, onFix }: CheckRowProps) {
  const { lineNo, cells, faults, change, version } = row
  return (
    <tr>
      <th scope="row">
        {lineNo}
        {change === 'corrected' && <Tag>{`更正，第 ${version} 版`}</Tag>}
        {faults.map((text) => (
          <CellFault text={text} key={text} />
        ))}
      </th>
      {columns.map(({ member, title }) => {
        const { value, before, faults, warnings } = cells.find((one) => one.member === member) ?? NO_CELL
        return (
          <CheckedCell
            // The key makes the field show a value that the button has corrected.
            key={`${member} ${value}`}
            label={`第 ${lineNo} 行 ${title}`}
            {...{ value, before, faults, warnings }}
            isSecret={member === 'checkCode'}
            onFix={async (typed) => onFix([{ lineNo, member, value: typed }])}
          />
        )
      })}
    </tr>
  )
}
