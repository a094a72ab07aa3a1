import { Download } from '@lucide/icons'
import { useSearchParams } from 'react-router-dom'
import { hasFreshProof } from '#manage/staff/fresh-proof.ts'
import { Button } from '#ui/forms/button.tsx'
import { buildExportAddress } from './audit-filters.ts'

/** Downloads the entries that match the filters; the export itself is recorded. */
export function ExportButton() {
  const [address] = useSearchParams()
  const download = async () => {
    if (!(await hasFreshProof('audit.export'))) return
    const link = document.createElement('a')
    link.href = buildExportAddress(address)
    link.download = ''
    link.click()
  }
  return (
    <Button variant="outline" icon={Download} onClick={() => void download()}>
      导出 CSV
    </Button>
  )
}
