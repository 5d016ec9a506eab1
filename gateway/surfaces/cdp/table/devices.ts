// Rows of devices, wallets and credentials that a client could play to pages.
import { refuse } from './row.ts';
import type { Domains } from './row.ts';

export const DEVICES_DOMAINS: Domains = {
  Autofill: {
    commands: {
      trigger: refuse('CREDENTIAL'),
      setAddresses: refuse('CREDENTIAL'),
      disable: refuse('CREDENTIAL'),
      enable: refuse('CREDENTIAL'),
    },
    events: {
      addressFormFilled: refuse('TELLS_CREDENTIAL'),
    },
  },
  BluetoothEmulation: {
    commands: {
      enable: refuse('DEVICE'),
      setSimulatedCentralState: refuse('DEVICE'),
      disable: refuse('DEVICE'),
      simulatePreconnectedPeripheral: refuse('DEVICE'),
      simulateAdvertisement: refuse('DEVICE'),
      simulateGATTOperationResponse: refuse('DEVICE'),
      simulateCharacteristicOperationResponse: refuse('DEVICE'),
      simulateDescriptorOperationResponse: refuse('DEVICE'),
      addService: refuse('DEVICE'),
      removeService: refuse('DEVICE'),
      addCharacteristic: refuse('DEVICE'),
      removeCharacteristic: refuse('DEVICE'),
      addDescriptor: refuse('DEVICE'),
      removeDescriptor: refuse('DEVICE'),
      simulateGATTDisconnection: refuse('DEVICE'),
    },
    events: {
      gattOperationReceived: refuse('TELLS_OF_DEVICES'),
      characteristicOperationReceived: refuse('TELLS_OF_DEVICES'),
      descriptorOperationReceived: refuse('TELLS_OF_DEVICES'),
    },
  },
  Cast: {
    commands: {
      enable: refuse('DEVICE'),
      disable: refuse('DEVICE'),
      setSinkToUse: refuse('DEVICE'),
      startDesktopMirroring: refuse('DEVICE'),
      startTabMirroring: refuse('DEVICE'),
      stopCasting: refuse('DEVICE'),
    },
    events: {
      sinksUpdated: refuse('TELLS_OF_DEVICES'),
      issueUpdated: refuse('TELLS_OF_DEVICES'),
    },
  },
  DeviceAccess: {
    commands: {
      enable: refuse('DEVICE'),
      disable: refuse('DEVICE'),
      selectPrompt: refuse('DEVICE'),
      cancelPrompt: refuse('DEVICE'),
    },
    events: {
      deviceRequestPrompted: refuse('TELLS_OF_DEVICES'),
    },
  },
  DigitalCredentials: {
    commands: {
      setVirtualWalletBehavior: refuse('CREDENTIAL'),
    },
    events: {},
  },
  FedCm: {
    commands: {
      enable: refuse('CREDENTIAL'),
      disable: refuse('CREDENTIAL'),
      selectAccount: refuse('CREDENTIAL'),
      clickDialogButton: refuse('CREDENTIAL'),
      openUrl: refuse('CREDENTIAL'),
      dismissDialog: refuse('CREDENTIAL'),
      resetCooldown: refuse('CREDENTIAL'),
    },
    events: {
      dialogShown: refuse('TELLS_CREDENTIAL'),
      dialogClosed: refuse('TELLS_CREDENTIAL'),
    },
  },
  SmartCardEmulation: {
    commands: {
      enable: refuse('DEVICE'),
      disable: refuse('DEVICE'),
      reportEstablishContextResult: refuse('DEVICE'),
      reportReleaseContextResult: refuse('DEVICE'),
      reportListReadersResult: refuse('DEVICE'),
      reportGetStatusChangeResult: refuse('DEVICE'),
      reportBeginTransactionResult: refuse('DEVICE'),
      reportPlainResult: refuse('DEVICE'),
      reportConnectResult: refuse('DEVICE'),
      reportDataResult: refuse('DEVICE'),
      reportStatusResult: refuse('DEVICE'),
      reportError: refuse('DEVICE'),
    },
    events: {
      establishContextRequested: refuse('TELLS_OF_DEVICES'),
      releaseContextRequested: refuse('TELLS_OF_DEVICES'),
      listReadersRequested: refuse('TELLS_OF_DEVICES'),
      getStatusChangeRequested: refuse('TELLS_OF_DEVICES'),
      cancelRequested: refuse('TELLS_OF_DEVICES'),
      connectRequested: refuse('TELLS_OF_DEVICES'),
      disconnectRequested: refuse('TELLS_OF_DEVICES'),
      transmitRequested: refuse('TELLS_OF_DEVICES'),
      controlRequested: refuse('TELLS_OF_DEVICES'),
      getAttribRequested: refuse('TELLS_OF_DEVICES'),
      setAttribRequested: refuse('TELLS_OF_DEVICES'),
      statusRequested: refuse('TELLS_OF_DEVICES'),
      beginTransactionRequested: refuse('TELLS_OF_DEVICES'),
      endTransactionRequested: refuse('TELLS_OF_DEVICES'),
    },
  },
  WebAuthn: {
    commands: {
      enable: refuse('CREDENTIAL'),
      disable: refuse('CREDENTIAL'),
      addVirtualAuthenticator: refuse('CREDENTIAL'),
      setResponseOverrideBits: refuse('CREDENTIAL'),
      removeVirtualAuthenticator: refuse('CREDENTIAL'),
      addCredential: refuse('CREDENTIAL'),
      getCredential: refuse('CREDENTIAL'),
      getCredentials: refuse('CREDENTIAL'),
      removeCredential: refuse('CREDENTIAL'),
      clearCredentials: refuse('CREDENTIAL'),
      setUserVerified: refuse('CREDENTIAL'),
      setAutomaticPresenceSimulation: refuse('CREDENTIAL'),
      setCredentialProperties: refuse('CREDENTIAL'),
    },
    events: {
      credentialAdded: refuse('TELLS_CREDENTIAL'),
      credentialDeleted: refuse('TELLS_CREDENTIAL'),
      credentialUpdated: refuse('TELLS_CREDENTIAL'),
      credentialAsserted: refuse('TELLS_CREDENTIAL'),
    },
  },
};
