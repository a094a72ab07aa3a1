import { hasFreshProof } from '#manage/staff/fresh-proof.ts'

/** Downloads the whole file of a certificate, after a proof of the second factor; the export is recorded. */
export async function downloadDossier(certificateNo: string): Promise<void> {
  if (!(await hasFreshProof('certificate.dossier'))) return
  const link = document.createElement('a')
  link.href = `/v1/manage/certificates/${certificateNo}/dossier`
  link.download = `${certificateNo}.zip`
  link.click()
}
