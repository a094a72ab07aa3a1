import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import PDFDocument from 'pdfkit'
import { drawBody, drawFoot, drawHead, type SheetFacts } from './certificate-sheet.ts'
import { ENGLISH_WORDS } from './english-words.ts'
import { embedPicture } from './picture-file.ts'
import type { Plate } from './picture-plates.ts'
import { loadSheetFonts } from './sheet-fonts.ts'
import { PAGE_PT } from './sheet-geometry.ts'
import { makeSheetGround } from './sheet-ground.ts'
import { CHINESE_WORDS } from './sheet-words.ts'
import { drawStateAcross } from './state-mark.ts'
import { createTypesetter } from './typesetter.ts'

/** Content of the sheet; can be posted to a worker thread. */
export interface CertificateSheet extends SheetFacts {
  /** Answer whose state includes a certificate. */
  answer: CertificateAnswer
  /** Chinese by default. */
  isEnglish?: boolean
  /** One for each of the certificate's pictures, PNG or JPEG; `null` for an unavailable one. */
  pictures: readonly (Uint8Array | null)[]
}

/**
 * Draws the certificate as one page of A4 landscape with selectable text. The same input gives the same bytes. Takes 50
 * ms of one core, the first time 0.6 s: meant for a worker thread, see `pdf-printer.ts`.
 * @throws Error for an answer without a certificate
 */
export async function drawCertificatePdf({
  answer,
  pictures,
  isEnglish = false,
  ...facts
}: CertificateSheet): Promise<Buffer> {
  const { certificate } = answer
  if (!certificate) throw new Error(`no certificate in an answer of state ${answer.state}`)
  const words = isEnglish ? ENGLISH_WORDS : CHINESE_WORDS
  const doc = new PDFDocument({
    size: [PAGE_PT.width, PAGE_PT.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: words.language,
    displayTitle: true,
    info: {
      Title: `${words.title(certificate.category)} ${certificate.certificateNo}`,
      Author: facts.siteName,
      Subject: words.subject(certificate),
      Creator: facts.origin,
      // The certificate is dated by its issue, the sheet about it by the lookup.
      CreationDate: new Date(toInstantMs(certificate.issuedOn) ?? facts.lookedUpAtMs),
      ModDate: new Date(facts.lookedUpAtMs),
    },
  })
  const whole = collect(doc)
  doc.addContent(makeSheetGround())
  const pen = { doc, type: createTypesetter(doc, loadSheetFonts()), words }
  const plates = await embedPlates(doc, certificate, pictures)
  drawHead(pen, certificate, facts, answer.replaces)
  drawBody(pen, answer, certificate, plates)
  drawFoot(pen, answer, certificate, facts)
  drawStateAcross(pen, answer)
  doc.end()
  return whole
}

/**
 * Embeds the certificate's pictures.
 * @param pictures bytes of each; `null` for an unavailable one
 */
export async function embedPlates(
  doc: InstanceType<typeof PDFDocument>,
  certificate: Certificate,
  pictures: readonly (Uint8Array | null)[],
): Promise<Plate[]> {
  const plates: Plate[] = []
  for (const [index, picture] of (certificate.pictures ?? []).entries()) {
    const bytes = pictures[index]
    plates.push({ picture, image: bytes ? await embedPicture(doc, bytes) : null })
  }
  return plates
}

function collect(doc: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}
