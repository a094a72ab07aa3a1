/**
 * Kinds of work that the site does on its own. `savedCertificateNotice`: notices of a changed certificate to the members who
 * saved it; `savedCertificateMail`: the mail to one of them;
 * `endpointMail`: the mail to a partner whose endpoint was switched off;
 * `endpointRemoval`: deletes a removed endpoint;
 * `publishing`: publishes an article at its set time; `bulkChange`: changes many articles; `contentCheck`: checks all texts;
 * `staffMail`: mails to staff about tickets and waiting comments;
 * `certificateApproval`: approves certificates that a signatory has read;
 * `certificateBatch`: checks a file of certificates, stores it at the desk, or deletes it;
 * `webhookDelivery`: delivers the events of a partner's endpoint; `siteBackup`: makes a backup of everything;
 * `orderMail`: mails to customers about their orders; `sampleCertificate`: a sample follows its certificate at the desk;
 * `contentImport`: reads the export of another site and stores its texts as drafts.
 */
export const JOB_KINDS = [
  'ticketMail',
  'staffMail',
  'savedCertificateNotice',
  'savedCertificateMail',
  'endpointMail',
  'endpointRemoval',
  'publishing',
  'bulkChange',
  'contentCheck',
  'certificateBatch',
  'certificateApproval',
  'webhookDelivery',
  'siteBackup',
  'contentImport',
  'orderMail',
  'sampleCertificate',
] as const
export type JobKind = (typeof JOB_KINDS)[number]
