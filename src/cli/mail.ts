import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { writeTestMail } from '../mail/letter.tsx';
import { StartRefused } from '../model/startRefused.ts';
import { printErr, printOut } from './terminal.ts';

export function mailCommand(): Command {
  return new Command('mail').description('Test the mail server of the settings.').addCommand(testCommand());
}

function testCommand(): Command {
  return new Command('test')
    .description('Send a test mail now, with the settings of the environment.')
    .argument('<address>', 'where to send it')
    .action(async (address: string) => {
      const { mail, mailLanguage, publicUrl } = readConfig(process.env);
      if (!mail || !publicUrl) throw new StartRefused('No mail server is set. Set SMTP_URL, ROCKOLA_MAIL_FROM and ROCKOLA_PUBLIC_URL.');
      if (!/^[^\s<>@,;]+@[^\s<>@,;]+$/.test(address)) throw new StartRefused('The address must be one such as ana@example.org.');
      const { host } = new URL(mail.url);
      printErr(`Sending through ${host} from ${mail.from.address} …`);
      // Imported only here: else every command and the server would hold the mail library in memory.
      const { openTransport } = await import('../mail/transport.ts');
      const transport = openTransport(mail, publicUrl);
      try {
        await transport.send(address, writeTestMail(mailLanguage, publicUrl));
      } catch (error) {
        throw new StartRefused(`The mail was not sent: ${(error as Error).message}. Check SMTP_URL and ROCKOLA_MAIL_FROM.`);
      } finally {
        transport.close();
      }
      printOut(`${host} has accepted the mail for ${address}. Check that it arrives, and not as spam.`);
    });
}
