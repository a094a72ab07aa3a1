import { RequiredFields } from './required-fields.tsx'

/** The tab 证书规则. */
export function CertificateRulesTab() {
  return <RequiredFields />
}
