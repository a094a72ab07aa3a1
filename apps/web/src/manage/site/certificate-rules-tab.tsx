import { RequiredFields } from './required-fields.tsx'
import { StandardTable } from './tables/standard-table.tsx'

/** The tab 证书规则. */
export function CertificateRulesTab() {
  return (
    <>
      <RequiredFields />
      <StandardTable />
    </>
  )
}
