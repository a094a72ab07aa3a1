import { Download } from '@lucide/icons'
import type { TicketView } from '@portal/contract/tickets/ticket-rules.ts'
import { useSearchParams } from 'react-router-dom'
import { hasFreshProof } from '#manage/staff/fresh-proof.ts'
import { Button } from '#ui/forms/button.tsx'
import styles from './ticket-page.module.css'

/** Downloads the view as a CSV file; the export is recorded. */
export function ExportTickets({ view }: { view: TicketView }) {
  const [address] = useSearchParams()
  const download = async () => {
    if (!(await hasFreshProof('ticket.export'))) return
    const query = new URLSearchParams({ view })
    for (const name of ['kind', 'q']) if (address.get(name)) query.set(name, address.get(name) ?? '')
    const link = document.createElement('a')
    link.href = `/v1/manage/tickets/export?${query}`
    link.download = ''
    link.click()
  }
  return (
    <Button variant="outline" icon={Download} onClick={() => void download()}>
      <span>
        导出<span className={styles.wide}> CSV</span>
      </span>
    </Button>
  )
}
