import { Download, Printer } from '@lucide/icons'
import { useNavigate } from 'react-router-dom'
import { BulkBar } from '#manage/controls/lists/bulk-bar.tsx'
import type { Selection } from '#manage/controls/lists/use-selection.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { SignChosen } from '../approve/approve-chosen.tsx'
import type { DeskRow } from '../desk-words.ts'
import { buildPrintAddress } from '../print/print-list.ts'
import { CheckChosen } from '../recovered/check-chosen.tsx'
import { downloadList } from './download-list.ts'
import { useFilterNumbers } from './use-filter-numbers.ts'

interface DeskBulkProps {
  selection: Selection
  /** Rows of the page; only they can be selected. */
  rows: readonly DeskRow[]
  hasMorePages: boolean
}

/** The actions on the selected certificates. */
export function DeskBulk({ selection, rows, hasMorePages }: DeskBulkProps) {
  const listNumbers = useFilterNumbers()
  const navigate = useNavigate()
  const chosen = rows.filter(({ certificateNo }) => selection.ids.has(certificateNo))
  const numbers = chosen.map(({ certificateNo }) => certificateNo).join(',')
  const isWholePage = hasMorePages && chosen.length === rows.length
  const printAll = async () => {
    const published = await listNumbers({ shown: 'published' })
    if (published) await navigate(buildPrintAddress(published))
  }
  return (
    <BulkBar selection={selection} words={`已选 ${chosen.length} 份`}>
      <SignChosen rows={chosen} isWholePage={isWholePage} onDone={selection.clear} />
      <CheckChosen rows={chosen} onDone={selection.clear} />
      {isWholePage && (
        <Button variant="quiet" icon={Printer} onClick={() => void printAll()}>
          打印全部已发布…
        </Button>
      )}
      <ButtonLink
        variant="quiet"
        icon={Printer}
        to={buildPrintAddress(chosen.map(({ certificateNo }) => certificateNo))}
      >
        打印所选
      </ButtonLink>
      <Button variant="quiet" icon={Download} onClick={() => void downloadList('xlsx', { numbers })}>
        导出所选
      </Button>
    </BulkBar>
  )
}
