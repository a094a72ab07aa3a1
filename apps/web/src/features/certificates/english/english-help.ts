import type { HelpTexts } from '../language/chinese-help.ts'

/** Texts of the parts below the form of the lookup, in English. */
export const englishHelp: HelpTexts = {
  tips: [
    {
      title: 'Where is the number?',
      text: 'At the top right of the certificate: 16 characters, beginning with SH. On a card it is printed on the back, below the QR code. Scanning that code fills in the number.',
    },
    {
      title: 'Why a check code?',
      text: 'A number can be copied. The code is only under the scratch panel and shows that you hold the certificate itself. The panel should be intact when you buy.',
    },
    {
      title: 'If nothing is found',
      text: 'Check characters that look alike, then ',
      after: ': our staff compare the original record.',
    },
  ],
  official: {
    title: 'Beware of imitation sites',
    text: 'The QR code of a forged certificate opens a forged page. After scanning, compare the address bar with the address shown here: they must be identical. If in doubt, type the address yourself.',
    report: 'Report a forgery (in Chinese)',
    receipt: 'Verify a receipt',
    withdrawn: 'Withdrawn certificates (in Chinese)',
    log: 'Public log (in Chinese)',
    address: 'Official address',
    icp: 'ICP filing',
    police: 'Public security filing',
  },
  diagram: {
    label:
      'Sketch of a certificate: number at the top right, check code under the scratch panel at the bottom left, QR code at the bottom right',
    number: 'Certificate No.',
    code: 'Check code',
    qr: 'QR code',
    caption: 'Sketch of a certificate',
  },
  closed: {
    title: 'Online check not open yet',
    text: 'This site has no access to the certificate records yet. Please ',
    after: ': our staff compare the original record by its number.',
    others: 'No other website can check certificates of this laboratory on its behalf.',
  },
}
