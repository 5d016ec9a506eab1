// How public an address is: each range, each way to write it, and the metadata services one by one.
import { describe, expect, test } from 'vitest';
import { classifyAddress, classifyHost, leastPublic } from '#policy/requests/address.ts';

describe('the class of an address', () => {
  test.each([
    ['93.184.216.34', 'PUBLIC'],
    ['[2606:2800::1]', 'PUBLIC'],
    ['2606:2800::1', 'PUBLIC'],
    ['169.254.169.254', 'METADATA'],
    ['169.254.170.2', 'METADATA'],
    ['169.254.170.23', 'METADATA'],
    ['100.100.100.200', 'METADATA'],
    ['192.0.0.192', 'METADATA'],
    ['fd00:ec2::254', 'METADATA'],
    ['fd00:ec2::23', 'METADATA'],
    ['fd20:ce::254', 'METADATA'],
    ['[fd00:ec2:0::254]', 'METADATA'],
    ['::ffff:169.254.169.254', 'METADATA'],
    ['64:ff9b::a9fe:a9fe', 'METADATA'],
    ['64:ff9b::7f00:1', 'LOOPBACK'],
    ['64:ff9b::5db8:d822', 'PUBLIC'],
    ['127.0.0.1', 'LOOPBACK'],
    ['127.255.0.9', 'LOOPBACK'],
    ['::1', 'LOOPBACK'],
    ['0.0.0.0', 'LOOPBACK'],
    ['::', 'LOOPBACK'],
    ['169.254.1.1', 'LINK_LOCAL'],
    ['fe80::1', 'LINK_LOCAL'],
    ['224.0.0.1', 'LINK_LOCAL'],
    ['ff02::1', 'LINK_LOCAL'],
    ['255.255.255.255', 'LINK_LOCAL'],
    ['10.0.0.1', 'PRIVATE'],
    ['192.168.1.1', 'PRIVATE'],
    ['100.64.0.1', 'PRIVATE'],
    ['fc00::1', 'PRIVATE'],
    ['2002:7f00:1::', 'LOOPBACK'],
    ['2002:5db8:d822::', 'PRIVATE'],
    ['::7f00:1', 'LOOPBACK'],
    ['::127.0.0.1', 'LOOPBACK'],
    ['::a9fe:a9fe', 'METADATA'],
    ['::5db8:d822', 'PRIVATE'],
    ['::ffff:0:7f00:1', 'LOOPBACK'],
    ['::ffff:0:5db8:d822', 'PRIVATE'],
    ['64:ff9b:1:a9fe:a9:fe00::', 'METADATA'],
    ['64:ff9b:1::7f00:1', 'LOOPBACK'],
    ['64:ff9b:1:5db8:d8:2200:5db8:d822', 'PRIVATE'],
    ['2001:0:a9fe:a9fe::1', 'METADATA'],
    ['2001:0:5db8:d822:0:0:80ff:fffe', 'LOOPBACK'],
    ['2606:2800::5efe:127.0.0.1', 'LOOPBACK'],
    ['2606:2800::200:5efe:169.254.169.254', 'METADATA'],
    ['2606:2800::5efe:93.184.216.34', 'PUBLIC'],
    ['168.63.129.16', 'METADATA'],
    ['::ffff:168.63.129.16', 'METADATA'],
    ['fe80::a9fe:a9fe', 'METADATA'],
    ['240.0.0.1', 'PRIVATE'],
    ['fec0::1', 'PRIVATE'],
    ['5f00::1', 'PRIVATE'],
    ['3fff::1', 'PRIVATE'],
    ['100::1', 'PRIVATE'],
    ['4000::1', 'PRIVATE'],
    ['192.0.2.1', 'PRIVATE'],
  ])('%s is %s', (text, expected) => {
    expect(classifyAddress(text)).toBe(expected);
    expect(classifyHost(text)).toBe(expected);
  });

  test.each(['a.test', '', '[::1', '::1]', '[]', '[10.0.0.1', '10.0.0.1]', '1.2.3.4.5'])(
    '%j is no address',
    (text) => {
      expect(classifyAddress(text)).toBeNull();
    },
  );
});

describe('the class of a host before its name is resolved', () => {
  test.each([
    ['localhost', 'LOOPBACK'],
    ['localhost.', 'LOOPBACK'],
    ['a.localhost', 'LOOPBACK'],
    ['a.localhost.', 'LOOPBACK'],
    ['127.0.0.1.', 'LOOPBACK'],
    ['notlocalhost', 'PRIVATE'],
    ['localhost.test', 'PUBLIC'],
    ['notlocalhost.test', 'PUBLIC'],
    ['LocalHost6', 'LOOPBACK'],
    ['metadata', 'METADATA'],
    ['Metadata.Google.Internal.', 'METADATA'],
    ['x.metadata.google.internal', 'METADATA'],
    ['metadata.goog', 'METADATA'],
    ['instance-data.ec2.internal', 'METADATA'],
    ['notmetadata.goog', 'PUBLIC'],
    ['printer.local', 'PRIVATE'],
    ['PRINTER.LOCAL.', 'PRIVATE'],
    ['local.test', 'PUBLIC'],
    ['db.internal', 'PRIVATE'],
    ['nas.home.arpa', 'PRIVATE'],
    ['in-addr.arpa', 'PUBLIC'],
    ['a.lan', 'PRIVATE'],
    ['a.corp', 'PRIVATE'],
    ['intranet', 'PRIVATE'],
  ])('%s is %s', (host, expected) => {
    expect(classifyHost(host)).toBe(expected);
  });
});

test('a name with several addresses counts as the least public of them', () => {
  expect(leastPublic([])).toBe('PUBLIC');
  expect(leastPublic(['PUBLIC', 'PRIVATE'])).toBe('PRIVATE');
  expect(leastPublic(['LOOPBACK', 'PUBLIC'])).toBe('LOOPBACK');
  expect(leastPublic(['METADATA', 'PUBLIC', 'PRIVATE'])).toBe('METADATA');
});
