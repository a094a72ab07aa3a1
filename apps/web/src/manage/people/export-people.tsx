import { Download } from '@lucide/icons'
import type { PeopleView } from '@portal/contract/accounts/people-rules.ts'
import { useSearchParams } from 'react-router-dom'
import { hasFreshProof } from '#manage/staff/fresh-proof.ts'
import { Button } from '#ui/forms/button.tsx'

/** Downloads the view as a CSV file; the export is recorded. */
export function ExportPeople({ view }: { view: PeopleView }) {
  const [address] = useSearchParams()
  const download = async () => {
    if (!(await hasFreshProof('user.export'))) return
    const query = new URLSearchParams({ view })
    for (const name of ['search', 'duty']) if (address.get(name)) query.set(name, address.get(name) ?? '')
    const link = document.createElement('a')
    link.href = `/v1/manage/users/export?${query}`
    link.download = ''
    link.click()
  }
  return (
    <Button variant="outline" icon={Download} onClick={() => void download()}>
      导出 CSV
    </Button>
  )
}
