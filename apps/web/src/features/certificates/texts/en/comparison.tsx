import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { translateValue } from '@portal/contract/certificates/english-values.ts'
import { formatSize } from '@portal/contract/certificates/printed-rows.ts'
import type { ReactNode } from 'react'
import { TextLink } from '#ui/text-link.tsx'
import type { Finding, Missing } from '../../comparison/judge-step.ts'
import { formatMeasure, toCarats } from '../../comparison/tolerance.ts'
import { Value } from '../../comparison/value.tsx'
import type { LookupTexts } from '../texts.tsx'
import { formatEnglishDateTime, renderOriginal } from './words.tsx'

type ComparisonTexts = LookupTexts['comparison']

const formatCarats = (ct: number | undefined) => (ct === undefined ? '' : ` (${formatMeasure(ct, 'ct')})`)

/** The conclusion in Chinese, as printed, with its English. */
function renderConclusion({ conclusion, conclusionEn }: Certificate): ReactNode {
  const english = conclusionEn?.trim() || translateValue('conclusion', conclusion)
  return (
    <>
      <Value>{renderOriginal(conclusion)}</Value>
      {english && ` (${english})`}
    </>
  )
}

const translateShape = (shape: string) => translateValue('shape', shape) ?? shape

const list: ComparisonTexts['list'] = {
  picture: (features) => `These should agree with the picture: ${features.join('; ')}.`,
  mass: (expected, { divisionG, toleranceG }) => {
    const { massG, caratMassCt, isSet, isStoneOnly } = expected
    const addCarats = (massG: number) => formatCarats(caratMassCt && toCarats(massG))
    return (
      <>
        On a balance reading to {formatMeasure(divisionG, 'g')}
        {addCarats(divisionG)}, {isStoneOnly ? 'the loose stone' : 'the piece'} should weigh{' '}
        <Value>{formatMeasure(massG, 'g')}</Value>
        {formatCarats(caratMassCt)}, give or take {formatMeasure(toleranceG, 'g')}
        {addCarats(toleranceG)}.
        {isSet &&
          (isStoneOnly
            ? ' Once set, the stone cannot be weighed by itself.'
            : ' Alterations after the test change the mass.')}
      </>
    )
  },
  size: (certificate, limitsMm) => {
    const size = formatSize(certificate, 'labelEn')
    return (
      <>
        {certificate.shape && (
          <>
            The shape is <Value>{renderOriginal(translateShape(certificate.shape))}</Value>.{size && ' '}
          </>
        )}
        {size && (
          <>
            The measurements are <Value>{size}</Value>, give or take {formatMeasure(limitsMm.caliper, 'mm')} with a
            caliper or {formatMeasure(limitsMm.ruler, 'mm')} with a ruler.
          </>
        )}
      </>
    )
  },
  inscription: ({ inscription, category }) => (
    <>
      The piece should be inscribed <Value>{renderOriginal(inscription)}</Value>,{' '}
      {category === 'metal'
        ? 'usually inside the ring, on the clasp or behind the setting.'
        : 'and a laser inscription on the girdle needs a 10× loupe.'}
    </>
  ),
  conclusion: (certificate) => (
    <>The conclusion on the certificate should read {renderConclusion(certificate)}, word for word.</>
  ),
}

const features: ComparisonTexts['features'] = {
  gemstone: [
    'position of the colour zones',
    'shape and orientation of inclusions and healed fractures',
    'arrangement of the facets, and whether table and culet are centred',
  ],
  jade: [
    'outline and direction of the colours',
    'position of veins, cloudy spots and floating colours',
    'carving, drill holes and chips on the edge',
  ],
  turquoise: [
    'course, thickness and crossings of the matrix lines',
    'borders between darker and lighter colours',
    'white patches, pyrite spots and pits',
  ],
  diamond: [
    'kind and orientation of the inclusions',
    'thickness of the girdle, and naturals',
    'symmetry of the facets, and whether the culet is centred',
  ],
  organic: [
    'position of growth lines, growth rings or insects',
    'drill hole, blemishes and spots',
    'distribution of lustre and overtone',
  ],
  metal: [
    'position and lettering of the hallmark',
    'setting, prongs and joints',
    'direction of patterns, brushing and hammer marks',
  ],
}

const fields: ComparisonTexts['fields'] = {
  picture: {
    hint: 'Hold the piece in the same position and light, and compare:',
    legend: 'Piece and picture',
    choices: { same: 'Seems the same', other: 'Seems different', unsure: 'Cannot tell' },
  },
  mass: {
    listed: ({ massG, caratMassCt, isStoneOnly }) => (
      <>
        The certificate states a {isStoneOnly ? 'mass of the loose stone' : 'total mass'} of{' '}
        <Value>{formatMeasure(massG, 'g')}</Value>
        {formatCarats(caratMassCt)}. Set the balance to zero, and read it when it is still.
      </>
    ),
    set: ({ isStoneOnly }) =>
      isStoneOnly
        ? 'Once the stone is set, the balance shows the whole piece, which cannot be compared: skip this step.'
        : 'The total includes metal and fittings: weigh the piece with the chain and clasp that it had in the test.',
    reading: 'Reading of the balance',
    unit: 'Unit of the reading',
    units: { g: 'Grams (g)', ct: 'Carats (ct)' },
    division: 'Smallest step of the balance',
    altered: 'Altered since the test, or with another chain, clasp or side stone',
  },
  size: {
    shape: (shape) => `Shape on the certificate: ${translateShape(shape)}`,
    choices: { same: 'Same shape', other: 'Another shape', unsure: 'Not sure' },
    listed: (certificate, hasScale) => (
      <>
        The certificate states <Value>{formatSize(certificate, 'labelEn')}</Value>. Measure the stone without its
        prongs, and leave out a side that you cannot reach.
        {hasScale && ' Without a tool, compare it with the scale bar of the picture; that alone proves no match.'}
      </>
    ),
    tool: (limit) => `Tool (tolerance ${limit})`,
    tools: { caliper: 'Caliper', ruler: 'Ruler' },
    lengths: { lengthMm: 'Length (mm)', widthMm: 'Width (mm)', heightMm: 'Height (mm)' },
  },
  inscription: {
    listed: ({ inscription }) => (
      <>
        The certificate states the inscription <Value>{renderOriginal(inscription)}</Value>. On a diamond look at the
        girdle with a 10× loupe; on metal look inside the ring, on the clasp or behind the setting. Copy it from the
        piece, not from the certificate.
      </>
    ),
    reading: 'Inscription on the piece',
    none: 'No inscription found',
  },
  conclusion: {
    listed: (certificate) => (
      <>
        The record of this site reads {renderConclusion(certificate)}. Look at the certificate, card or tag in your
        hand; the treatment in brackets must agree too.
      </>
    ),
    legend: 'Conclusion on the paper',
    choices: { same: 'Identical', other: 'Different', unsure: 'No paper at hand' },
    typed: 'Or type the Chinese text of the paper to have it compared',
  },
}

const reasons: ComparisonTexts['reasons'] = {
  picture: {
    same: 'The features agree with the picture.',
    other: 'The features differ from the picture.',
    none: 'The picture was not compared.',
    unsure: 'The picture alone does not decide.',
  },
  mass: {
    notNumber: 'The reading is not a number.',
    none: 'The piece was not weighed.',
    inside: (difference, limit) => `${difference} from the certificate, within the tolerance of ${limit}.`,
    tooCoarse: (difference, limit) =>
      `${difference} from the certificate, but this balance has a tolerance of ${limit}, too coarse for this piece: use a finer one.`,
    altered: (difference, limit) =>
      `${difference} from the certificate, beyond ${limit}; the piece was altered since, so the mass cannot be compared.`,
    stoneOnly: (difference) =>
      `${difference} from the certificate, which states the mass of the loose stone; a set stone cannot be compared.`,
    outside: (difference, limit) => `${difference} from the certificate, beyond the tolerance of ${limit}.`,
  },
  size: {
    otherShape: () => 'The shape differs from that on the certificate.',
    sameShape: 'The shape agrees with the certificate.',
    onlyShape: 'The shape agrees; the size was not measured.',
    none: 'The size was not measured.',
    outside: (difference, limit) => `Up to ${difference} from the certificate, beyond the tolerance of ${limit}.`,
    tooCoarse: (difference, limit) =>
      `Up to ${difference} from the certificate, but this tool has a tolerance of ${limit}, too coarse for this piece: use a caliper.`,
    inside: (difference, limit) => `Up to ${difference} from the certificate, within the tolerance of ${limit}.`,
  },
  inscription: {
    notFound: 'No inscription was found; a laser inscription needs a loupe of at least 10×.',
    none: 'The inscription was not compared.',
    same: 'The inscription agrees with the certificate.',
    alike: 'Only characters that look alike differ, such as O and 0 or I and 1: read it again, enlarged.',
    other: () => 'The inscription differs from that on the certificate.',
  },
  conclusion: {
    typedSame: 'The conclusion on the paper agrees with the record.',
    typedOther: () => 'The conclusion on the paper differs from the record.',
    same: 'The conclusion on the paper is identical with the record.',
    other: () => 'The conclusion on the paper differs from the record.',
    none: 'The conclusion was not compared.',
    unsure: 'No paper was at hand, so the conclusion was not compared.',
  },
}

const FINDINGS: Readonly<Record<Finding, string>> = { match: 'Agrees', differ: 'Differs', unsure: 'Undecided' }
const MISSING: Readonly<Record<Missing, string>> = {
  visual: 'Picture and conclusion must both agree.',
  measured: 'At least one measurement, mass or size, must agree.',
}

const verdict: ComparisonTexts['verdict'] = {
  title: (finding) => `Result: ${FINDINGS[finding].toLowerCase()}`,
  match: 'What was compared agrees with the record. A comparison does not replace a test.',
  unsure: (missing) => `Nothing differs, but there is not enough to decide. ${MISSING[missing]}`,
  differ: (count) =>
    `${count === 1 ? '1 point differs' : `${count} points differ`} from the record: the piece in your hand may not be the one of this certificate.`,
  next: 'What to do now',
  report: 'Report a forgery (in Chinese)',
  process: 'Testing at the laboratory (in Chinese)',
  print: 'Print the record',
  restart: 'Start again',
}

const advice: ComparisonTexts['advice'] = {
  match: () => [
    'Keep certificate and piece together. When you sell it, add the signed receipt of this check, which the buyer can verify.',
    <>
      If the value is high or a doubt remains, bring the piece to the{' '}
      <TextLink to="/rangeDetail">laboratory (in Chinese)</TextLink>.
    </>,
  ],
  unsure: () => [
    'Use a finer balance, a caliper or a 10× loupe for what was not compared.',
    <>
      If it stays undecided, bring certificate and piece to the{' '}
      <TextLink to="/rangeDetail">laboratory (in Chinese)</TextLink>.
    </>,
  ],
  differ: (reportAddress) => [
    'Stop the deal: do not pay, and do not confirm receipt.',
    'Keep the certificate, the piece, and the records of messages and payments; do not give the original certificate back.',
    <>
      Ask the laboratory by telephone: <TextLink to="/contact-us">contact (in Chinese)</TextLink>.
    </>,
    <>
      If the certificate is misused, <TextLink to={reportAddress}>report it (in Chinese)</TextLink>.
    </>,
  ],
}

/** Texts of the comparison of a certificate with the stone in hand. */
export const comparison: ComparisonTexts = {
  title: 'Is it the piece in your hand?',
  lead: 'A valid number does not prove that the piece is the tested one. The comparison stays on this device: nothing is sent or stored.',
  start: 'Compare step by step',
  progress: 'Progress of the comparison',
  count: (at, total) => `Step ${at} of ${total}`,
  next: 'Next step',
  finish: 'Show the result',
  back: 'Previous step',
  close: 'Back to the list',
  skip: 'Skip what you cannot compare; it counts as not compared.',
  colon: ': ',
  findings: FINDINGS,
  steps: {
    picture: { title: 'Compare the picture', name: 'Picture' },
    mass: { title: 'Compare the mass', name: 'Mass' },
    size: { title: 'Compare shape and size', name: 'Shape and size' },
    inscription: { title: 'Compare the inscription', name: 'Inscription' },
    conclusion: { title: 'Compare the conclusion', name: 'Wording' },
  },
  list,
  features,
  fields,
  reasons,
  verdict,
  advice,
  sheet: {
    title: 'Record of a comparison',
    certificate: ({ certificateNo, conclusion }) => `Certificate No. ${certificateNo}, conclusion ${conclusion}`,
    time: (atMs) => `Compared ${formatEnglishDateTime(atMs)}`,
    note: 'Made by the holder. It is no test report and does not replace a test.',
  },
}
