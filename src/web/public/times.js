// Shows times of day in the time zone of the browser, with the date if that differs there.
const language = document.documentElement.lang;
const clock = new Intl.DateTimeFormat('sv', { timeStyle: 'short' });
const date = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
for (const time of document.querySelectorAll('time[data-day]')) {
  const moment = new Date(time.dateTime);
  const sameDay = moment.toLocaleDateString('sv') === time.dataset.day;
  time.textContent = sameDay ? clock.format(moment) : `${date.format(moment)}, ${clock.format(moment)}`;
  time.title = Intl.DateTimeFormat().resolvedOptions().timeZone;
}
